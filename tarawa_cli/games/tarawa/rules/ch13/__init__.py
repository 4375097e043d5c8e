"""Chapters 13 and 14: who may come, when and where."""
