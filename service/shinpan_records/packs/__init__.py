"""Pack files for those who write them: a file to begin with, its rows, what is wrong in it, and how two differ."""
