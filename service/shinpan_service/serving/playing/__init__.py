"""Games that are played over streams."""
