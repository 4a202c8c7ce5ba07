"""Transcripts of what was merely seen, read inside a world."""
