"""What the files of a secure server may say, and what is said of those that cannot be used."""

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_pem_private_key,
)

from shinpan_engine.kernel.messages import LANGUAGES, sentence
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.security.certificates import read_certificates
from shinpan_service.serving.security.files import NotSecure
from shinpan_service.serving.security.guard import Security
from shinpan_service.serving.security.tokens import line, new_token

from .certificates import AGO, YET, Authority, self_signed


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    """Who signs the certificates of a test."""
    return Authority(tmp_path)


def refused(do: Callable[[], object]) -> str:
    """What is said of files that cannot be used; in every language something else."""
    with pytest.raises(NotSecure) as raised:
        do()
    assert len({sentence(raised.value.message, language) for language in LANGUAGES}) == len(LANGUAGES)
    return str(raised.value)


def test_what_goes_together_is_taken(authority: Authority) -> None:
    """A certificate with its key, and the authority of clients; for whom it is, and how long."""
    server = authority.issue("server", "127.0.0.1", "referee.example", not_after=YET)
    found = read_certificates(*server, authority.file)
    assert found.chain == server.chain.read_bytes()
    assert found.key == server.key.read_bytes()
    assert found.clients == authority.file.read_bytes()
    assert found.subject == "127.0.0.1, referee.example"
    assert found.until == YET.strftime("%Y-%m-%d %H:%M UTC")


def test_a_key_of_another_certificate_is_told(authority: Authority) -> None:
    """Both files are named."""
    one, two = authority.issue("one"), authority.issue("two")
    said = refused(lambda: read_certificates(one.chain, two.key, None))
    assert said == f"{two.key}: this private key does not belong to the certificate in {one.chain}"


def test_a_certificate_counts_in_its_time_only(authority: Authority) -> None:
    """Before and after it the date is told, and so it is of an authority."""
    late = authority.issue("late", not_before=AGO - timedelta(days=2), not_after=AGO)
    assert refused(lambda: read_certificates(*late, None)) == (
        f"{late.chain}: the certificate has expired on {AGO:%Y-%m-%d %H:%M} UTC"
    )
    soon = authority.issue("soon", not_before=YET, not_after=YET + timedelta(days=2))
    assert refused(lambda: read_certificates(*soon, None)) == (
        f"{soon.chain}: the certificate is valid from {YET:%Y-%m-%d %H:%M} UTC on, not yet"
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "this is no certificate in PEM form (OpenSSL"),
        (b"\xff\xfe\x00", "this is no certificate in PEM form (OpenSSL"),
        (
            b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
            "this is no certificate in PEM form (OpenSSL",
        ),
        (b"#" * ((1 << 20) + 1), "it cannot be read: "),
    ],
)
def test_what_is_no_certificate_is_told(content: bytes, said: str, authority: Authority) -> None:
    """In place of the certificate, of its key, and of the authority."""
    server = authority.issue("server")
    odd = server.chain.with_name("odd.pem")
    odd.write_bytes(content)
    assert refused(lambda: read_certificates(odd, server.key, None)).startswith(f"{odd}: {said}")
    assert refused(lambda: read_certificates(*server, odd)).startswith(f"{odd}: {said}")
    said = said.replace("no certificate in PEM form", "no private key in PEM form that can be used")
    assert refused(lambda: read_certificates(server.chain, odd, None)).startswith(f"{odd}: {said}")


def test_files_that_are_not_there_are_told(authority: Authority, tmp_path: Path) -> None:
    """Missing, a folder, a pipe that nobody writes to: nobody waits for it."""
    server, missing, pipe = authority.issue("server"), tmp_path / "none", tmp_path / "pipe"
    assert refused(lambda: read_certificates(missing, server.key, None)) == f"{missing}: there is no such file"
    assert refused(lambda: read_certificates(server.chain, tmp_path, None)).startswith(f"{tmp_path}: it cannot be read")
    os.mkfifo(pipe)
    assert refused(lambda: read_certificates(*server, pipe)).startswith(f"{pipe}: it cannot be read")


def test_a_key_with_a_password_is_told(authority: Authority) -> None:
    """Nobody is asked for one."""
    server = authority.issue("server")
    key: Any = load_pem_private_key(server.key.read_bytes(), None)
    server.key.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret")))
    assert refused(lambda: read_certificates(*server, None)) == (
        f"{server.key}: the private key has a password; give one without"
    )


@pytest.mark.parametrize(
    ("kind", "taken"),
    [
        (lambda: rsa.generate_private_key(65537, 2048), True),
        (lambda: ec.generate_private_key(ec.SECP256R1()), True),
        (lambda: ec.generate_private_key(ec.SECP384R1()), True),
        (lambda: ec.generate_private_key(ec.SECP521R1()), False),
        (lambda: ec.generate_private_key(ec.SECP256K1()), False),
        (ed25519.Ed25519PrivateKey.generate, False),
        (lambda: rsa.generate_private_key(65537, 1024), False),
    ],
    ids=["rsa", "p256", "p384", "p521", "k1", "ed25519", "rsa1024"],
)
def test_keys_are_those_that_clients_can_use(kind: Callable[[], Any], taken: bool, tmp_path: Path) -> None:
    """With any other gRPC would start and fail every handshake."""
    odd = self_signed(tmp_path, kind)
    if taken:
        assert read_certificates(*odd, None).subject == "127.0.0.1"
    else:
        assert refused(lambda: read_certificates(*odd, None)).startswith(f"{tmp_path}/odd.")


def test_clients_need_an_authority(authority: Authority) -> None:
    """A certificate that may sign none is no authority."""
    server = authority.issue("server")
    said = refused(lambda: read_certificates(*server, server.chain))
    assert said == f"{server.chain}: there is no certificate of an authority in it (CA:TRUE)"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("tls_cert",), "give both --tls-cert and --tls-key"),
        (("tls_key",), "give both --tls-cert and --tls-key"),
        (("tls_client_ca",), "--tls-client-ca needs --tls-cert and --tls-key"),
        (("tls_cert", "tls_key", "insecure_plaintext"), "do not go together"),
    ],
)
def test_options_that_do_not_go_together_are_told(given: tuple[str, ...], said: str, tmp_path: Path) -> None:
    """Before any file is read."""
    options: dict[str, Any] = dict.fromkeys(given, tmp_path)
    assert said in refused(lambda: Security(ServerOptions(**options)))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost"])
def test_plain_text_stays_on_the_machine(host: str) -> None:
    """Where it does, nothing has to be asked for."""
    assert Security(ServerOptions(host=host)).reload() == ()


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "", "::ffff:192.0.2.1", "0", "no host at all"])
def test_plain_text_that_others_could_read_is_refused(host: str, authority: Authority) -> None:
    """Unless it is asked for by name; encrypted it is taken everywhere. No name is all addresses of the machine."""
    assert "--insecure-plaintext" in refused(lambda: Security(ServerOptions(host=host)))
    Security(ServerOptions(host=host, insecure_plaintext=True))
    server = authority.issue("server")
    Security(ServerOptions(host=host, tls_cert=server.chain, tls_key=server.key))


def test_a_reload_tells_what_has_changed(authority: Authority, tmp_path: Path) -> None:
    """Nothing, a certificate, authorities, tokens by their names."""
    server, tokens = authority.issue("server", "a.example"), tmp_path / "tokens.toml"
    lines = {name: line(name, new_token(), ["verify"]) for name in ("a", "b", "c")}
    tokens.write_text("\n".join([lines["a"], lines["b"]]), "utf-8")
    security = Security(
        ServerOptions(tls_cert=server.chain, tls_key=server.key, tls_client_ca=authority.file, tokens=tokens)
    )
    assert security.reload() == ()
    server.replace(authority.issue("other", "b.example", not_after=YET))
    Authority(tmp_path)
    tokens.write_text("\n".join([lines["b"].replace("verify", "packs"), lines["c"]]), "utf-8")
    assert [str(message) for message in security.reload()] == [
        f"new certificate for b.example, valid until {YET:%Y-%m-%d %H:%M} UTC",
        "new authorities of clients",
        "new tokens: c",
        "changed tokens: b",
        "tokens that are not known any more: a",
    ]
    assert security.reload() == ()


@pytest.mark.parametrize("broken", ["server.pem", "server.key", "authority.pem", "tokens.toml"])
def test_a_reload_takes_all_or_nothing(broken: str, authority: Authority, tmp_path: Path) -> None:
    """Where one file is broken, what the others say does not count either."""
    server, tokens = authority.issue("server"), tmp_path / "tokens.toml"
    old, new = new_token(), new_token()
    tokens.write_text(line("lab", old, ["verify"]), "utf-8")
    security = Security(
        ServerOptions(tls_cert=server.chain, tls_key=server.key, tls_client_ca=authority.file, tokens=tokens)
    )
    server.replace(authority.issue("other"))
    tokens.write_text(line("lab", new, ["verify"]), "utf-8")
    whole = (tmp_path / broken).read_bytes()
    (tmp_path / broken).write_bytes(b"[")
    assert refused(security.reload).startswith(f"{tmp_path / broken}: ")
    assert security.holder([("authorization", f"Bearer {old}")]) is not None
    (tmp_path / broken).write_bytes(whole)
    assert [message.key for message in security.reload()] == [
        "service.security.new_certificate",
        "service.security.changed",
    ]
    assert security.holder([("authorization", f"Bearer {new}")]) is not None


def test_a_pair_that_is_half_exchanged_is_refused(authority: Authority) -> None:
    """The old one stays until both files are there."""
    server, other = authority.issue("server"), authority.issue("other")
    security = Security(ServerOptions(tls_cert=server.chain, tls_key=server.key))
    other.chain.replace(server.chain)
    assert "does not belong" in refused(security.reload)
    other.key.replace(server.key)
    assert [message.key for message in security.reload()] == ["service.security.new_certificate"]
