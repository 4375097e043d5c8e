"""Sentences: what happened, what comes next, the journal as a story."""
