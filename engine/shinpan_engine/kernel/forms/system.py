"""Why the system could not do something, in our words: it says so in English, or in the words of its own locale."""

import errno

from ..messages import Message, say

_KEYS = {
    errno.ENOENT: "cli.system.missing",
    errno.EACCES: "cli.system.denied",
    errno.EPERM: "cli.system.denied",
    errno.EISDIR: "cli.system.folder",
    errno.ENOTDIR: "cli.system.no_folder",
    errno.EEXIST: "cli.system.there",
    errno.ENOSPC: "cli.system.full",
    errno.EDQUOT: "cli.system.full",
    errno.EROFS: "cli.system.read_only",
    errno.ENAMETOOLONG: "cli.system.long_name",
    errno.ELOOP: "cli.system.links",
    errno.EIO: "cli.system.damaged",
    errno.EMFILE: "cli.system.many_open",
    errno.EADDRINUSE: "cli.system.in_use",
    errno.EADDRNOTAVAIL: "cli.system.not_ours",
}


def why_of_system(error: OSError) -> Message:
    """A message of its own if the error has one; of what is rare the name of the error."""
    message = getattr(error, "message", None)
    if isinstance(message, Message):
        return message
    number = error.errno or 0
    if number in _KEYS:
        return say(_KEYS[number])
    return say("cli.system.other", name=errno.errorcode.get(number, type(error).__name__))
