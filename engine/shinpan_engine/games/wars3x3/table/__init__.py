"""What lies on the table: actions, state, events, names, and who sees what."""
