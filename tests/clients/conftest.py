"""What all tests of the client share."""

from .programs import node, service

__all__ = ["node", "service"]
