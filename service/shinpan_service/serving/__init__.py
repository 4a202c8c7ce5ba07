"""The server: what arrives, the workers that judge, what is sent."""
