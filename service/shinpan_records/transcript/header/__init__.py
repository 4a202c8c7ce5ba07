"""The header of a transcript: read and written."""
