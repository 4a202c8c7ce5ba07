"""The commands, a module for each kind of work."""
