"""What whoever runs a server needs: its log, its figures, what it has, and how all that is exchanged while it runs."""
