"""What a release has frozen, in fixtures/frozen: judged again by today's rules."""
