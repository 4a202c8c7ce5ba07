"""A game that is played over a stream (`PlayGame`): what the front keeps of it, and what a worker makes of that."""
