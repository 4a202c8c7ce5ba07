"""Magic: its use, cost, law, effects, grand magic and negation."""
