"""Records as they lie in files: every form, archives, folders, standard input."""
