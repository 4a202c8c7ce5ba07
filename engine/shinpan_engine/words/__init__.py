"""What the engine knows as data, in words for readers."""
