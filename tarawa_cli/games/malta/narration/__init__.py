"""Sentences for events, and what can be done next."""
