"""What an attacker does to the service, for tests and tools: processes, raw HTTP/2, requests made to hurt."""
