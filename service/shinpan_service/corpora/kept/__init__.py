"""What is kept of records that were judged: rows in a folder, counted and compared."""
