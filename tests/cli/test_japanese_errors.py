"""Every command answers in Japanese, to right calls and to wrong ones."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from shinpan_service.cli import COMMANDS

from .command import FIXTURES, MISPRINTED, PRINTED, Ran, run

QUOTED = re.compile(r"「[^」]*」|'[^']*'|\([A-Za-z0-9_.: =-]*\)|--?[a-z][a-z-]*|[\w.]*[/.@][\w./:@-]*")
"""What was written in the call or stands in a file: quoted, an option, a path, an address, an id with a point."""
ENGLISH = re.compile(r"(?<![\w=\[])[a-z][a-z']{2,}(?![\w=\]])")
LEFT_OUT = re.compile(r"使い方: |\w+ = ")
"""How a call is written, and settings as a file has them."""
NAMES = {
    "shinpan", "print", "house", "beginner", "intermediate", "advanced", "sevenmage", "referee", "public", "true",
    "false", "pip", "install", "prometheus", "client", "repair", "verify", "wars", "anoare", "hackclad", "drive",
    "swordrion", "nope", "number", "name", "attribute", "cost", "unit", "traits", "swelling", "substitution", "source",
    "actions", "gRPC", "entries", "steps", "clad", "solo", "versus", "tag", "coop",
}  # fmt: skip
"""Names of commands, games, modes, packs, viewers and fields, as one writes them."""
SEEN = FIXTURES.parent / "seen" / "anoare" / "what-seat-1-saw.shinpan"
SOON = FIXTURES / "incomplete-inside-a-chain.shinpan"


def english_in(ran: Ran) -> list[str]:
    """The lines with a word of English. Behind `  ; ` are printed names."""
    said = (ran.out + ran.err).splitlines()
    lines = [line.partition("  ; ")[0] for line in said if not LEFT_OUT.match(line)]
    return [line for line in lines if set(ENGLISH.findall(QUOTED.sub("", line))) - NAMES]


RIGHT: list[tuple[int, tuple[object, ...]]] = [
    (0, ("verify", PRINTED)),
    (1, ("verify", MISPRINTED, PRINTED)),
    (0, ("show", PRINTED, "--step", 30)),
    (0, ("show", PRINTED, "--step", 30, "--as", "p1")),
    (0, ("story", PRINTED)),
    (0, ("legal", PRINTED, "--step", 3)),
    (0, ("golden", "check", PRINTED)),
    (0, ("rules", "wars3x3", "W3-4.2-4")),
    (0, ("pack", "show", "wars3x3", "--card", "毒殺")),
    (1, ("pack", "diff", "wars3x3/print", "wars3x3/house")),
    (0, ("perft", SOON, "--depth", 1)),
    (0, ("repair", PRINTED)),
    (0, ("bench", "wars3x3", "--mode", "beginner", "--games", 1, "--rounds", 1)),
]


@pytest.mark.parametrize(("code", "call"), RIGHT, ids=[str(call[0]) for _, call in RIGHT])
def test_what_a_command_prints_is_japanese(code: int, call: tuple[object, ...]) -> None:
    """What it was asked for."""
    ran = run(*call, "--lang", "ja")
    if ran.code == code:
        assert english_in(ran) == []
    else:
        pytest.fail(f"{ran.code}: {ran.err or ran.out}")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_wrong_call_is_refused_in_japanese(command: str) -> None:
    """An option that is not there."""
    ran = run(command, "--lang", "ja", "--nope")
    assert (ran.code, english_in(ran)) == (2, [])


def put(name: str, data: bytes | str) -> Callable[[Path], Path]:
    """A file of that content."""

    def made(folder: Path) -> Path:
        path = folder / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    return made


GOOD = PRINTED.read_text("utf-8")
PACK = '[pack]\nid = "mine"\ngame = "wars3x3"\ntitle = "t"\nbase = "house"\n'
NO_GAME, NO_HEADER = put("g.shinpan", GOOD.replace("wars3x3", "warz")), put("h.shinpan", GOOD.partition("--\n")[0])
CONTROL, LONG = (
    put("c.shinpan", GOOD.replace("三品 draw", "三品 dr\x1b[2Jaw", 1)),
    put("l.shinpan", GOOD + "p1 " + "X" * 10_000),
)
NO_RECORD, NO_JSON = put("r.pb", b"\xff\xff"), put("j.json", '{"header": {"seats": "x"}}')
NO_PACK, BAD_ROW = put("p.toml", '[pack]\nid = "x"\n'), put("q.toml", PACK + '[[card]]\nnumber = 20\ncost = "nine"\n')
NO_TOML, NOWHERE = put("t.toml", "a = [1,\nb = 2"), lambda folder: folder / "none.shinpan"
WRONG: dict[str, tuple[object, ...]] = {
    "no file": ("verify", NOWHERE), "no game": ("verify", NO_GAME), "no header": ("verify", NO_HEADER),
    "control signs": ("verify", CONTROL), "10 kB": ("verify", LONG), "no record": ("verify", NO_RECORD),
    "no json": ("verify", NO_JSON), "no server": ("verify", "--server", "127.0.0.1:9", PRINTED),
    "no address": ("info", "--server", "nope"), "no pack": ("pack", "check", NO_PACK),
    "a row": ("pack", "check", BAD_ROW), "no toml": ("pack", "check", NO_TOML),
    "packs": ("verify", "--packs", NO_TOML, PRINTED),
    "no row": ("pack", "show", "wars3x3", "--card", "なし"), "two games": ("pack", "diff", "print", "nope"),
    "no clause": ("rules", "wars3x3", "X-1"), "no mode": ("rules", "wars3x3", "--mode", "zz"),
    "not one": ("rules", "nope"), "coverage": ("rules", "wars3x3", "W3-4.2-4", "--coverage"),
    "too far": ("show", PRINTED, "--step", 9999), "no seat": ("page", PRINTED, "--as", "p7", "-o", NOWHERE),
    "no viewer": ("show", PRINTED, "--as", "foo"), "no page": ("legal", PRINTED, "--page-token", "zz"),
    "a range": ("legal", PRINTED, "--step", -1), "no number": ("perft", PRINTED, "--depth", "x"),
    "an argument": ("convert", PRINTED), "an end": ("convert", PRINTED, "x.foo"),
    "two many": ("show", PRINTED, PRINTED),
    "nothing to complete": ("complete", PRINTED, NOWHERE), "no transcript": ("golden", "record", NO_JSON),
    "a port": ("serve", "--port", "x"), "a key": ("serve", "--tls-cert", PRINTED),
    "settings": ("serve", "--config", NO_TOML),
    "a certificate": ("serve", "--check", "--tls-cert", PRINTED, "--tls-key", PRINTED),
    "tokens": ("serve", "--check", "--tokens", NO_TOML), "a name": ("token", "new", "a b", "--scope", "verify"),
    "a scope": ("token", "new", "a", "--scope", "zz"), "no folder": ("simulate", "wars3x3", "--mode", "beginner"),
    "a mode": ("bench", "wars3x3", "--mode", "zz"), "not repaired": ("repair", NO_GAME),
    "not recorded": ("record", NO_JSON),
    "no story": ("story", NO_RECORD), "no command": ("nope",),
}  # fmt: skip


@pytest.mark.parametrize("call", WRONG.values(), ids=list(WRONG))
def test_a_refusal_is_japanese(call: tuple[object, ...], tmp_path: Path) -> None:
    """Whatever is wrong: files, fields, options, servers."""
    ran = run("--lang", "ja", *(one(tmp_path) if callable(one) else one for one in call))
    assert ran.code or ran.err, ran
    said = Ran(ran.code, ran.out.replace(str(tmp_path), "/"), ran.err.replace(str(tmp_path), "/"))
    assert english_in(said) == []
    assert re.search("[ぁ-ん]", said.out + said.err)


@pytest.mark.parametrize("call", [("verify", PRINTED), ("rules", "wars3x3"), ("demo",), ("record", "x.shinpan")])
def test_a_language_that_is_not_there_is_refused(call: tuple[object, ...]) -> None:
    """With the list of those that are, before or after the command."""
    for written in (("--lang", "fr", *call), (*call, "--lang", "fr")):
        ran = run(*written)
        assert ran.code == 2
        assert re.search(r"'--lang'.*'fr' is not one of 'en', 'ja'", ran.err)
