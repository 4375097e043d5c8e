"""Tests of the command line: the program as players and scripts use it."""
