"""What the front says about itself: its limits, and the number of what is loaded."""

from dataclasses import fields

from ...messages.server_info import info_of
from ..options import ServerOptions


def said_by_front(options: ServerOptions, snapshot: int) -> bytes:
    """What workers add the games to (`GetServerInfo`)."""
    limits = {field.name: getattr(options, field.name) for field in fields(options) if field.metadata}
    return info_of(snapshot, limits).SerializeToString()
