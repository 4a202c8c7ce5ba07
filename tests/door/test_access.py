"""Who may what over HTTP: tokens with their scopes, certificates, and the page, which is for everybody."""

import asyncio
import ssl
import sys
from pathlib import Path
from typing import Any

import pytest

from shinpan.v1 import referee_pb2
from shinpan_engine.kernel.play.views import PUBLIC, REFEREE
from shinpan_records.page import file
from shinpan_records.page.file import ITS_SERVER, NoRuntime
from shinpan_service.client import viewer_message
from shinpan_service.messages import scopes
from shinpan_service.serving.door import app, json_form
from shinpan_service.serving.options import ServerOptions
from shinpan_service.serving.pool import Pool
from shinpan_service.serving.security.files import NotSecure
from shinpan_service.serving.security.guard import Security
from tests.cli.command import PRINTED, refused, run
from tests.service.certificates import Authority, Pair, connected
from tests.service.jobs import job
from tests.service.test_access import ALL, TOKENS, illegal_record, write_tokens

from .asking import SERVICE, Answer, Doors, asked, sent, with_doors


def showing(name: str) -> str:
    return f"Bearer {TOKENS[name]}"


def request_of(viewer: int) -> bytes:
    return json_form.written(referee_pb2.GetReplayStateRequest(record=illegal_record(), viewer=viewer_message(viewer)))


def test_tokens_open_the_same_at_both_doors(tmp_path: Path) -> None:
    """None, one that is not known, one without the scope; and what a token does not open is not in the report."""

    async def scenario(doors: Doors) -> None:
        verify = json_form.written(referee_pb2.VerifyReplayRequest(record=illegal_record()))
        for headers in ({}, {"authorization": "Bearer no"}, {"authorization": TOKENS[ALL]}):
            told = await doors.asked("VerifyReplay", verify, **headers)
            assert (told.status, told.headers["www-authenticate"]) == (401, "Bearer")
        told = await doors.asked("GetReplayState", request_of(REFEREE), authorization=showing(scopes.VIEW_PUBLIC))
        assert (told.status, told.reason) == (403, "SCOPE_MISSING")
        assert told.json["details"][0]["debug"]["metadata"]["scope"] == scopes.VIEW_REFEREE
        told = await doors.asked("GetReplayState", request_of(PUBLIC), authorization=showing(scopes.VIEW_PUBLIC))
        assert told.status == 200
        for name, shown in ((ALL, True), (scopes.VERIFY, False)):
            told = await doors.asked("VerifyReplay", verify, authorization=showing(name))
            (finding,) = told.json["report"]["findings"]
            assert bool(finding.get("legal")) == shown
        assert (await asyncio.to_thread(sent, doors.port, "GET", "/")).status in (200, 404)

    with_doors(scenario, prepare=None, tokens=write_tokens(tmp_path / "tokens.toml", *TOKENS))


def trusting(authority: Authority, client: Pair | None = None) -> ssl.SSLContext:
    """A client that trusts an authority, and shows a certificate if it has one."""
    context = ssl.create_default_context(cafile=authority.file)
    if client is not None:
        context.load_cert_chain(client.chain, client.key)
    return context


def test_certificates_open_the_same_at_both_doors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """None, and one of another authority, are turned away; whose it is is known alike. New files count for new
    connections."""
    ours, theirs = Authority(tmp_path, "ours"), Authority(tmp_path, "theirs")
    server, client = ours.issue("server"), theirs.issue("client", "lab@referee.example")
    seen: list[Any] = []
    whole, loaded = Pool.answer, Security.__init__
    made: list[Security] = []

    async def answer(pool: Pool, asked: Any) -> None:
        seen.append(asked.caller)
        await whole(pool, asked)

    def kept(security: Security, options: ServerOptions) -> None:
        made.append(security)
        loaded(security, options)

    monkeypatch.setattr(Pool, "answer", answer)
    monkeypatch.setattr(Security, "__init__", kept)

    async def told(doors: Doors, authority: Authority, shown: Pair | None) -> int:
        try:
            answer: Answer = await asyncio.to_thread(
                asked, doors.port, "GetGame", job("pid"), trusting(authority, shown)
            )
            return answer.status
        except (ssl.SSLError, ConnectionError):
            return 0

    async def scenario(doors: Doors) -> None:
        with connected(doors.address, ours, client) as channel:
            assert await asyncio.to_thread(channel.unary_unary(f"/{SERVICE}/GetGame"), job("pid"))
        assert await told(doors, ours, client) == 200
        assert await told(doors, theirs, client) == 0
        assert await told(doors, ours, None) == 0
        assert await told(doors, ours, ours.issue("other")) == 0
        new = Authority(tmp_path, "new")
        server.replace(new.issue("again"))
        made[0].reload()
        assert await told(doors, ours, client) == 0
        assert await told(doors, new, client) == 200

    secure = {"tls_cert": server.chain, "tls_key": server.key, "tls_client_ca": theirs.file}
    with_doors(scenario, **secure)
    assert len(seen) == 3
    assert {caller.client for caller in seen} == {seen[0].client}
    assert seen[0].client.startswith("certificate ")


def test_plain_text_stays_on_this_machine() -> None:
    """At this door as at the other."""
    with pytest.raises(NotSecure):
        Security(ServerOptions(host="0.0.0.0", http=8080))


def test_what_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra the server says what to install; whatever does not speak HTTP runs as ever."""
    for name in ("starlette", "uvicorn"):
        with monkeypatch.context() as patched:
            patched.setitem(sys.modules, name, None)
            assert "pip install 'shinpan[http]'" in refused("serve", "--http", 8080)
            assert "pip install 'shinpan[http]'" in refused("serve", "--check", "--http", 8080)
            assert run("serve", "--check").code == 0
            assert run("verify", PRINTED).code == 0


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8080", 200),
        ("localhost", 200),
        ("LOCALHOST:8080", 200),
        ("[::1]:8080", 200),
        ("192.0.2.1", 200),
        ("site.example:8080", 421),
        ("127.0.0.1.site.example", 421),
        ("localhost.site.example", 421),
        ("[site", 421),
        ("", 421),
    ],
)
def test_a_server_of_this_machine_is_called_by_address(host: str, status: int) -> None:
    """Else any web site could give its name our address and have its pages ask. The page itself is for everybody."""

    async def scenario(doors: Doors) -> None:
        assert (await doors.asked("GetGame", job("pid"), host=host)).status == status

    with_doors(scenario)


def test_where_tokens_are_asked_for_any_name_does(tmp_path: Path) -> None:
    """A web page has none."""

    async def scenario(doors: Doors) -> None:
        assert (await doors.asked("GetGame", job("pid"), host="site.example")).status == 401

    with_doors(scenario, tokens=write_tokens(tmp_path / "tokens.toml", ALL))


def page(verb: str = "GET", **headers: str) -> Answer:
    """What stands at the root."""
    found: list[Answer] = []

    async def scenario(doors: Doors) -> None:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        found.append(await asyncio.to_thread(sent, doors.port, verb, "/", b"", named))

    with_doors(scenario)
    return found[0]


def test_a_server_without_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """In both languages, since nobody knows who looks."""

    def missing(_: str) -> bytes:
        raise NoRuntime

    monkeypatch.setattr(app, "referee_file", missing)
    told = page()
    assert (told.status, told.headers["content-type"]) == (404, "text/plain; charset=utf-8")
    assert "審判のページが入っていません" in told.body.decode()
    assert "docs/page.md" in told.body.decode()


def test_the_page_may_ask_its_server_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole file, however long; who has it already is not sent it again."""
    whole = b"<!doctype html>" + bytes(3_000_000)
    asks: list[str] = []

    def made(whom: str) -> bytes:
        asks.append(whom)
        return whole

    monkeypatch.setattr(app, "referee_file", made)
    told = page()
    assert (told.status, told.headers["content-type"], told.body) == (200, "text/html; charset=utf-8", whole)
    assert "connect-src 'self'" in told.headers["content-security-policy"]
    assert asks == [ITS_SERVER] == ["'self'"]
    again = page(if_none_match=told.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    head = page("HEAD")
    assert (head.status, head.headers["content-length"], head.body) == (200, str(len(whole)), b"")


def test_a_page_says_itself_whom_it_may_ask() -> None:
    """What is served may ask its server, what is opened as a file nobody."""
    assert f"connect-src {ITS_SERVER};" in file._policy("", "", True, ITS_SERVER)
    assert "connect-src 'none';" in file._policy("", "", True, file.NOBODY)
