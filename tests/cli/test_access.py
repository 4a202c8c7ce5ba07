"""Tokens and TLS on the command line: made, checked, and used to ask a server."""

import re
import stat
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from shinpan_service.messages.scopes import SCOPES
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.security.tokens import MOST_TOKENS, read_tokens
from shinpan_service.serving.server import running
from tests.service.certificates import Authority, Pair

from .command import MISPRINTED, PRINTED, refused, run
from .test_serving import settings

TOKEN = re.compile(r"shinpan_[A-Za-z0-9_-]{43}")


def new(name: str, *options: object) -> str:
    """A token that was made."""
    ran = run("token", "new", name, *options)
    assert (ran.code, ran.err) == (0, "")
    assert TOKEN.fullmatch(ran.lines[0])
    return ran.lines[0]


def test_a_token_is_shown_once_with_its_line(tmp_path: Path) -> None:
    """Each is another; the line has its hash, and is a file by itself."""
    ran = run("token", "new", "lab", "--scope", "verify", "--scope", "view:referee", "--scope", "verify")
    made, written = ran.lines
    assert made not in written
    assert tomllib.loads(written) == {
        "lab": {"sha256": sha256(made.encode()).hexdigest(), "scopes": ["verify", "view:referee"]}
    }
    assert made != new("lab", "--scope", "verify")
    file = tmp_path / "tokens.toml"
    file.write_text(written, "utf-8")
    holder = read_tokens(file).holder(made)
    assert holder is not None
    assert holder.scopes == ("verify", "view:public", "view:seat", "view:referee")


def test_a_token_is_added_to_a_file(tmp_path: Path) -> None:
    """Which only its owner may read if it is new; a name is there once, and nothing is lost, however the file ends."""
    file = tmp_path / "tokens.toml"
    made = {name: new(name, "--scope", scope, "--to", file) for name, scope in zip("abc", SCOPES, strict=False)}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text(f"{file.read_text('utf-8')}# the last", "utf-8")
    made["d"] = new("d", "--scope", "packs", "--to", file)
    known = read_tokens(file)
    assert {name: getattr(known.holder(token), "name", None) for name, token in made.items()} == {n: n for n in made}
    before = file.read_bytes()
    assert refused("token", "new", "a", "--scope", "packs", "--to", file) == f"{file}: there is a token a already"
    file.write_text(f'[x]\nsha256 = "{"0" * 64}"\nscopes = []\n', "utf-8")
    assert "sha256 and scopes, and nothing else" in refused("token", "new", "y", "--scope", "packs", "--to", file)
    assert before != file.read_bytes()
    assert "cannot be written" in refused("token", "new", "a", "--scope", "packs", "--to", tmp_path / "no" / "file")


@pytest.mark.parametrize("name", ["", "a b", "a.b", "x" * 65, "名", 'a"', "a\n"])
def test_a_name_is_plain(name: str) -> None:
    """It stands in a file and in logs."""
    assert "is no name of a token" in refused("token", "new", "--scope", "verify", "--", name)


def test_a_scope_is_one_that_there_is() -> None:
    """And there is one at least."""
    assert run("token", "new", "a", "--scope", "everything").code == 2
    assert run("token", "new", "a").code == 2


HASH = "0" * 64


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = [", "this is no TOML: "),
        ("\xff", "this is no TOML: "),
        ("a = 1", "a: a token has sha256 and scopes, and nothing else"),
        (f'a = {{ sha256 = "{HASH}" }}', "a: a token has sha256 and scopes, and nothing else"),
        (f'a = {{ sha256 = "{HASH}", scopes = [], more = 1 }}', "a: a token has sha256 and scopes, and nothing else"),
        ('a = { sha256 = "abc", scopes = [] }', "a: sha256 is a text of 64 digits 0-9 a-f"),
        (f'a = {{ sha256 = "{HASH[:-1]}A", scopes = [] }}', "a: sha256 is a text of 64 digits 0-9 a-f"),
        ("a = { sha256 = 1, scopes = [] }", "a: sha256 is a text of 64 digits 0-9 a-f"),
        (f'a = {{ sha256 = "{HASH}", scopes = "verify" }}', "a: scopes is a list of some of: verify, "),
        (f'a = {{ sha256 = "{HASH}", scopes = ["view"] }}', "a: scopes is a list of some of: verify, "),
        (f'a = {{ sha256 = "{HASH}", scopes = [[]] }}', "a: scopes is a list of some of: verify, "),
        (f'"a b" = {{ sha256 = "{HASH}", scopes = [] }}', "“a b” is no name of a token"),
        (
            f'a = {{ sha256 = "{HASH}", scopes = [] }}\nb = {{ sha256 = "{HASH}", scopes = [] }}',
            "b has the same token as a",
        ),
        ("".join(f"a{number} = 1\n" for number in range(MOST_TOKENS + 1)), "1001 tokens; at most 1000 are taken"),
        ("#" * 1_100_000, "it cannot be read: "),
    ],
)
def test_a_file_of_tokens_that_is_wrong_is_told(text: str, said: str, tmp_path: Path) -> None:
    """At start and by a check, in a sentence with the name of the token."""
    file = tmp_path / "tokens.toml"
    file.write_bytes(text.encode("latin-1"))
    for check in ((), ("--check",)):
        ran = run("serve", "--port", "0", "--tokens", file, *check)
        assert ran.code == 2
        assert ran.err.startswith(f"Error: {file}: {said}")


def test_a_check_looks_at_certificates_and_tokens(tmp_path: Path) -> None:
    """What it writes is a file with the same settings; paths in a file start from its folder."""
    authority = Authority(tmp_path)
    authority.issue("server")
    new("lab", "--scope", "verify", "--to", tmp_path / "tokens.toml")
    (tmp_path / "shinpan.toml").write_text(
        'host = "0.0.0.0"\ntls_cert = "server.pem"\ntls_key = "server.key"\n'
        'tls_client_ca = "authority.pem"\ntokens = "tokens.toml"\n',
        "utf-8",
    )
    found = settings("--config", tmp_path / "shinpan.toml")
    assert found["tls_cert"] == f'"{tmp_path}/server.pem"'
    again = tmp_path / "again.toml"
    again.write_text("".join(f"{name} = {value}\n" for name, value in found.items()), "utf-8")
    assert settings("--config", again) == found
    (tmp_path / "server.key").unlink()
    ran = run("serve", "--check", "--config", again)
    assert (ran.code, ran.err) == (2, f"Error: {tmp_path}/server.key: there is no such file\n")


@pytest.mark.parametrize("check", [(), ("--check",)])
def test_plain_text_on_a_public_address_is_asked_for_by_name(check: tuple[str, ...]) -> None:
    """Nobody serves it by mistake."""
    ran = run("serve", "--host", "0.0.0.0", "--port", "0", *check)
    assert ran.code == 2
    assert "what is sent to 0.0.0.0 in plain text can be read and changed by others" in ran.err
    assert settings("--host", "0.0.0.0", "--insecure-plaintext")["insecure_plaintext"] == "true"


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path, Pair, str]]:
    """A server with mutual TLS and a token: its address, its authority, a client's certificate, the token."""
    folder = tmp_path_factory.mktemp("secure")
    authority = Authority(folder)
    server, token = authority.issue("server"), new("all", *SCOPED, "--to", folder / "tokens.toml")
    options = ServerOptions(
        workers=1,
        tls_cert=server.chain,
        tls_key=server.key,
        tls_client_ca=authority.file,
        tokens=folder / "tokens.toml",
    )
    with running(options) as address:
        yield address, authority.file, authority.issue("client"), token


SCOPED = tuple(word for scope in SCOPES for word in ("--scope", scope))


def test_commands_ask_a_secure_server(secure: tuple[str, Path, Pair, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As they ask any other; the files may be named in the environment, the token only there."""
    address, authority, client, token = secure
    reached = ("--server", address, "--server-ca", authority, "--client-cert", client.chain, "--client-key", client.key)
    monkeypatch.setenv("SHINPAN_TOKEN", token)
    for command in (("verify", MISPRINTED), ("show", PRINTED, "--step", 28), ("legal", PRINTED, "--step", 27)):
        assert run(*command, *reached) == run(*command)
    monkeypatch.setenv("SHINPAN_SERVER_CA", str(authority))
    monkeypatch.setenv("SHINPAN_CLIENT_CERT", str(client.chain))
    monkeypatch.setenv("SHINPAN_CLIENT_KEY", str(client.key))
    assert run("verify", PRINTED, "--server", address) == run("verify", PRINTED)


def test_what_a_secure_server_refuses_is_told(
    secure: tuple[str, Path, Pair, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No token, a wrong one, no certificate, another authority, files that are wrong; the token is never quoted."""
    address, authority, client, token = secure
    shown = ("--client-cert", client.chain, "--client-key", client.key)
    ask = ("show", PRINTED, "--server", address)
    reached = (*ask, "--server-ca", authority, *shown)
    assert "this server asks for a token" in refused(*reached)
    monkeypatch.setenv("SHINPAN_TOKEN", token[:-1])
    assert refused(*reached) == f"{PRINTED}: this token is not known here; whoever runs the server gives out new ones"
    monkeypatch.setenv("SHINPAN_TOKEN", f"{token}\n")
    assert refused(*reached) == f"{PRINTED}: what stands in SHINPAN_TOKEN is no token"
    monkeypatch.setenv("SHINPAN_TOKEN", token)
    assert f"no referee answers at {address} over TLS; one that asks for" in refused(*ask, "--server-ca", authority)
    assert f"no referee answers at {address} over TLS; one that asks for" in refused(*ask, "--tls", *shown)
    assert f"no referee answers at {address} in plain text; one that speaks TLS needs --tls" in refused(*ask)
    assert "give both --client-cert and --client-key" in refused(*ask, "--client-cert", client.chain)
    missing = tmp_path / "none"
    assert refused(*ask, "--server-ca", missing).endswith(f"{missing}: there is no such file")
    other = Authority(tmp_path).issue("other")
    assert "does not belong" in refused(*ask, "--client-cert", client.chain, "--client-key", other.key)


def test_a_token_is_not_sent_where_others_can_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """In plain text to another machine: the command refuses before it connects."""
    monkeypatch.setenv("SHINPAN_TOKEN", "shinpan_secret")
    said = refused("show", PRINTED, "--server", "192.0.2.1:50051")
    assert "the token would be sent to 192.0.2.1:50051 in plain text" in said
    assert "secret" not in said


def test_a_token_may_have_a_last_day(tmp_path: Path) -> None:
    """It stands in the line; a day that is over is refused, and so is what is no day."""
    file = tmp_path / "tokens.toml"
    made = new("lab", "--scope", "verify", "--until", "2999-01-31", "--to", file)
    assert ", until = 2999-01-31 }" in file.read_text("utf-8")
    holder = read_tokens(file).holder(made)
    assert holder is not None
    assert holder.until == datetime(2999, 2, 1, tzinfo=UTC)
    assert not holder.expired
    said = refused("token", "new", "lab", "--scope", "verify", "--until", "2020-01-31")
    assert said == "2020-01-31 is over; give a day on which the token is still to count"
    assert run("token", "new", "lab", "--scope", "verify", "--until", "soon").code == 2
