"""What rules are written with: decisions and what answers them, chance, numbers, the table of a match."""
