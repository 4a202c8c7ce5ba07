"""Many records: files of them, where they are found, how they are judged and compared."""
