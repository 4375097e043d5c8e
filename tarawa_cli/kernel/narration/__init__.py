"""Sentences, digests, stories, the rules as a book."""
