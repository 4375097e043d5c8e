"""Tarawa (3W, Mark Seaman): the 2nd Marine Division lands on Betio, November 1943."""
