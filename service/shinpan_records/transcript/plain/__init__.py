"""Lines that need no grammar: plainly written, as exports write them, or read before."""
