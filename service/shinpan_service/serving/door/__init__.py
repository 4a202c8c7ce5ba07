"""Calls over HTTP, as JSON: whatever the calls of gRPC are bounded by bounds these."""
