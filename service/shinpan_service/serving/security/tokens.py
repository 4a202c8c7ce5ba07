"""Tokens: a secret of a client, of which the server's file has a hash only, with a name and scopes.

The file is TOML, a line for each token: `lab = { sha256 = "…", scopes = ["verify"], until = 2027-01-31 }`, the last
only if it is to expire. A token is 256 random bits, so that its hash needs no salt and no slowness.
"""

import re
import secrets
import tomllib
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Any, NamedTuple

from shinpan_engine.kernel.forms.toml import why_no_toml

from ...messages.scopes import SCOPES, Scopes, with_included
from .files import NotSecure, read

MOST_TOKENS = 1000
"""Each call is compared with all of them."""
NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
TOKEN = re.compile(r"[A-Za-z0-9._~+/=-]{1,200}")
"""What may be one, of ours or not."""
_HASH = re.compile(r"[0-9a-f]{64}")
_BEGIN = "shinpan_"
"""What our tokens begin with, so that whoever looks for secrets in files finds them."""
_RANDOM_BYTES = 32


class Holder(NamedTuple):
    """Who has a token, and what for."""

    name: str
    scopes: Scopes
    """With those that they include."""
    until: datetime | None = None
    """From then on it counts no more."""

    @property
    def expired(self) -> bool:
        return self.until is not None and datetime.now(UTC) >= self.until


class Tokens(NamedTuple):
    """All that are known, by their hashes."""

    holders: Mapping[bytes, Holder]

    def holder(self, token: str) -> Holder | None:
        """Who has a token. It takes as long whoever that is, and if nobody does."""
        given, found = sha256(token.encode()).digest(), None
        for known, holder in self.holders.items():
            if compare_digest(known, given):
                found = holder
        return found


def read_tokens(path: Path) -> Tokens:
    """Reads a file of tokens. Raises `NotSecure` for what is wrong in it; no part of it counts then."""
    return tokens_in(read(path), str(path))


def tokens_in(data: bytes, file: str) -> Tokens:
    """The tokens in what a file says."""
    try:
        table = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise NotSecure("service.security.no_toml", file=file, why=why_no_toml(error)) from None
    if len(table) > MOST_TOKENS:
        raise NotSecure("service.security.tokens", file=file, count=len(table), most=MOST_TOKENS)
    holders: dict[bytes, Holder] = {}
    for name, given in table.items():
        digest, scopes = _entry(file, name, given)
        if digest in holders:
            raise NotSecure("service.security.twice", file=file, name=name, other=holders[digest].name)
        holders[digest] = Holder(name, scopes, _end(file, name, given.get("until")))
    return Tokens(holders)


def _entry(file: str, name: str, given: Any) -> tuple[bytes, Scopes]:
    """A line of the file."""
    if not NAME.fullmatch(name):
        raise NotSecure("service.security.name", file=file, name=name)
    if not isinstance(given, dict) or sorted({"until", *given}) != ["scopes", "sha256", "until"]:
        raise NotSecure("service.security.entry", file=file, name=name)
    if not isinstance(given["sha256"], str) or not _HASH.fullmatch(given["sha256"]):
        raise NotSecure("service.security.hash", file=file, name=name)
    scopes = given["scopes"]
    if not isinstance(scopes, list) or not all(scope in SCOPES for scope in scopes):
        raise NotSecure("service.security.scopes", file=file, name=name, known=SCOPES)
    return bytes.fromhex(given["sha256"]), with_included(scopes)


def _end(file: str, name: str, given: Any) -> datetime | None:
    """When a token ends: a day counts to its end, in UTC."""
    match given:
        case None:
            return None
        case datetime(tzinfo=zone) if zone is not None:
            return given
        case date() if not isinstance(given, datetime):
            return datetime.combine(given + timedelta(days=1), time(), UTC)
    raise NotSecure("service.security.until", file=file, name=name)


def new_token() -> str:
    """A token that nobody has."""
    return _BEGIN + secrets.token_urlsafe(_RANDOM_BYTES)


def line(name: str, token: str, scopes: Iterable[str], until: date | None = None) -> str:
    """The line of the file for a token."""
    listed = ", ".join(f'"{scope}"' for scope in scopes)
    end = "" if until is None else f", until = {until.isoformat()}"
    return f'{name} = {{ sha256 = "{sha256(token.encode()).hexdigest()}", scopes = [{listed}]{end} }}'
