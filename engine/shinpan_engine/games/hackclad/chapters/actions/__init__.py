"""8-4-3 and 8-4-4: what the player in turn may do, and what others may answer."""
