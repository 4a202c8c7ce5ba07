"""What 1.0 has frozen still comes out: a sample in every run, all of it by `python -m tools.frozen`."""
