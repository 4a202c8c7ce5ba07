"""What engine developers run: golden replays, simulations, counts of positions, coverage, speed."""
