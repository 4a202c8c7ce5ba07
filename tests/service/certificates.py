"""Certificates that are made for a test: an authority, a server, a client, as files."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import trustme

HOST = "127.0.0.1"
AGO, YET = datetime.now(UTC) - timedelta(days=2), datetime.now(UTC) + timedelta(days=2)


class Pair(NamedTuple):
    """A certificate and its key."""

    chain: Path
    key: Path

    def replace(self, other: "Pair") -> None:
        """Puts another pair into the files of this one."""
        self.chain.write_bytes(other.chain.read_bytes())
        self.key.write_bytes(other.key.read_bytes())


class Authority:
    """Who signs certificates, with its own as a file."""

    def __init__(self, folder: Path, name: str = "authority") -> None:
        self._folder = folder
        self._made = trustme.CA()
        self.file = folder / f"{name}.pem"
        self._made.cert_pem.write_to_path(self.file)

    def issue(self, name: str, *hosts: str, **facts: Any) -> Pair:
        """A certificate under a name of its own."""
        made = self._made.issue_cert(*(hosts or (HOST,)), **facts)
        pair = Pair(self._folder / f"{name}.pem", self._folder / f"{name}.key")
        pair.chain.write_bytes(b"".join(blob.bytes() for blob in made.cert_chain_pems))
        made.private_key_pem.write_to_path(pair.key)
        return pair


def connected(address: str, authority: Authority, client: Pair | None = None, alone: bool = False) -> grpc.Channel:
    """A connection over TLS, of a client that has a certificate or none; `alone` shares it with no other channel."""
    shown = (None, None) if client is None else (client.key.read_bytes(), client.chain.read_bytes())
    options = [("grpc.use_local_subchannel_pool", int(alone))]
    return grpc.secure_channel(address, grpc.ssl_channel_credentials(authority.file.read_bytes(), *shown), options)


def self_signed(folder: Path, make_key: Callable[[], Any]) -> Pair:
    """A certificate with a key of any kind."""
    from cryptography import x509  # noqa: PLC0415  # trustme brings it along
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415

    key, name = make_key(), x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, AGO, YET)
    try:
        signed = made.sign(key, hashes.SHA256())
    except ValueError:
        # Some kinds of key have no hash to choose.
        signed = made.sign(key, None)
    pair = Pair(folder / "odd.pem", folder / "odd.key")
    pair.chain.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    form = serialization.PrivateFormat.PKCS8
    pair.key.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()))
    return pair
