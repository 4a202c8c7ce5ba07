"""The rules, chapter by chapter, named and ordered as printed."""
