"""The certificate of the server with its key, and the authorities whose clients it takes.

OpenSSL, by way of Python, says what is wrong with a file. gRPC would only say that it cannot listen, or turn every
client away. For dates Python has no reader of its own: a handshake in memory shows what a client sees.
"""

import ssl
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from .files import NotSecure, read

_NO_CHECK_TIME = 0x200000
"""X509_V_FLAG_NO_CHECK_TIME of OpenSSL: we look at the dates ourselves."""
_ROUNDS = 4
"""Both ends of a handshake have said all that they have to say after so many turns."""
_KEYS_TAKEN = tuple(map(bytes.fromhex, ("06092a864886f70d010101", "06082a8648ce3d030107", "06052b81040022")))
"""RSA, P-256 and P-384, as certificates name them: with any other gRPC fails every handshake."""
_MOST_NAMES = 3


class Certificates(NamedTuple):
    """What a server shows and asks for, in PEM form."""

    chain: bytes
    key: bytes
    clients: bytes | None
    """The authorities of clients, if these need certificates."""
    subject: str
    until: str
    """How long the certificate lasts."""
    context: ssl.SSLContext
    """What Python encrypts with by all this."""


def read_certificates(certificate: Path, key: Path, clients: Path | None) -> Certificates:
    """Reads the files and makes sure that they can be used now. Raises `NotSecure` if not."""
    chain, secret, server = read_pair(certificate, key)
    shown = _shown(server, chain, certificate)
    _refuse_dates(shown, certificate)
    authorities = None if clients is None else _authorities(clients)
    if authorities is not None:
        server.verify_mode = ssl.CERT_REQUIRED
        server.verify_flags |= ssl.VerifyFlags.VERIFY_X509_PARTIAL_CHAIN
        server.load_verify_locations(cadata=authorities.decode("ascii", errors="backslashreplace"))
    return Certificates(chain, secret, authorities, _subject(shown), _when(shown["notAfter"]), server)


def read_pair(certificate: Path, key: Path) -> tuple[bytes, bytes, ssl.SSLContext]:
    """Reads a certificate and its key, which go together. Gives also a server that has them."""
    chain, secret = read(certificate), read(key)
    server = _context(certificate, key, chain)
    if (read(certificate), read(key)) != (chain, secret):
        raise NotSecure("service.security.changing", file=str(certificate))
    return chain, secret, server


def read_roots(file: Path) -> bytes:
    """Reads certificates of those whom a client trusts."""
    pem = read(file)
    _trusting(pem, file)
    return pem


def _context(certificate: Path, key: Path, chain: bytes) -> ssl.SSLContext:
    """A server that has these, if they go together."""
    _trusting(chain, certificate)
    found = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)

    def no_password() -> str:
        raise NotSecure("service.security.locked_key", file=str(key))

    try:
        found.load_cert_chain(certificate, key, no_password)
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise NotSecure("service.security.other_key", file=str(key), certificate=str(certificate)) from None
        raise NotSecure("service.security.no_key", file=str(key), why=_why(error)) from None
    except OSError:
        raise NotSecure("service.security.changing", file=str(key)) from None
    return found


def _trusting(pem: bytes, file: Path) -> ssl.SSLContext:
    """A client that trusts what these certificates sign, and nothing else."""
    found = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    found.check_hostname = False
    found.verify_flags |= ssl.VerifyFlags.VERIFY_X509_PARTIAL_CHAIN | _NO_CHECK_TIME
    try:
        found.load_verify_locations(cadata=pem.decode("ascii", errors="backslashreplace"))
    except (ssl.SSLError, ValueError) as error:
        raise NotSecure("service.security.no_certificate", file=str(file), why=_why(error)) from None
    return found


def _shown(server: ssl.SSLContext, chain: bytes, file: Path) -> dict[str, Any]:
    """What a client is shown."""
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = _trusting(chain, file).wrap_bio(back, there)
    ends = (client, server.wrap_bio(there, back, server_side=True))
    try:
        for _ in range(_ROUNDS):
            for end in ends:
                with suppress(ssl.SSLWantReadError):
                    end.do_handshake()
        if not any(kind in (client.getpeercert(True) or b"") for kind in _KEYS_TAKEN):
            raise NotSecure("service.security.key_kind", file=str(file))
        return client.getpeercert() or {}
    except ssl.SSLError as error:
        raise NotSecure("service.security.no_handshake", file=str(file), why=_why(error)) from None


def _refuse_dates(shown: dict[str, Any], file: Path) -> None:
    """Raises `NotSecure` for a certificate that does not count now."""
    now = datetime.now(UTC).timestamp()
    if ssl.cert_time_to_seconds(shown["notAfter"]) < now:
        raise NotSecure("service.security.expired", file=str(file), date=_when(shown["notAfter"]))
    if ssl.cert_time_to_seconds(shown["notBefore"]) > now:
        raise NotSecure("service.security.early", file=str(file), date=_when(shown["notBefore"]))


def _authorities(file: Path) -> bytes:
    """Certificates of authorities, of which one counts now at least: old ones may stay while they are exchanged."""
    pem = read(file)
    found: Any = _trusting(pem, file).get_ca_certs()
    if not found:
        raise NotSecure("service.security.no_authority", file=str(file))
    last = max(found, key=lambda one: ssl.cert_time_to_seconds(one["notAfter"]))
    _refuse_dates(last, file)
    return pem


def _subject(shown: dict[str, Any]) -> str:
    """For whom a certificate is."""
    names = [name for _, name in shown.get("subjectAltName", ())]
    names = names or [value for part in shown["subject"] for name, value in part if name == "commonName"]
    return ", ".join(names[:_MOST_NAMES]) + (", …" if len(names) > _MOST_NAMES else "")


def _when(date: str) -> str:
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(date), UTC).strftime("%Y-%m-%d %H:%M UTC")


def _why(error: Exception) -> str:
    """The reason of OpenSSL by its name; bytes that it does not even look at have none."""
    return f"OpenSSL: {getattr(error, 'reason', None) or 'NO_PEM'}"
