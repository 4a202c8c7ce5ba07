"""The modes: what each prepares before the first turn."""
