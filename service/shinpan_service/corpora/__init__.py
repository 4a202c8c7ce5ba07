"""Many records: where they are found, how they are judged on all processors, what is kept of that, and what changed."""
