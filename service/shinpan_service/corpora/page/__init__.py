"""What came of a corpus, as a page to look at."""
