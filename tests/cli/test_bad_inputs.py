"""What should never be in a folder, all of it at once: each is told in a line, and the record behind them is judged."""

from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

from .command import PRINTED, run

HEAD = b'[pack]\nid = "mine"\ngame = "wars3x3"\ntitle = "t"\nbase = "print"\n'
TEXT = PRINTED.read_bytes()
HEADER, _, GAME = TEXT.partition(b"\n--\n")
MOST_SECONDS = 20
"""For all of them, on a slow machine; without limits one of them would take hours."""
PACKS = {
    "100,000 rows": (HEAD + b"[[card]]\n" * 100_000, "card no. 1 of the file: number: it is missing"),
    "more bytes than a pack has": (HEAD + b"#" * (1 << 20), "it is too large: a pack file has at most 1048576 bytes"),
    "lists 5,000 deep": (HEAD + b"x = " + b"[" * 5_000, "brackets are nested too deep in it"),
    "tables 5,000 deep": (HEAD + b"[" + b"a." * 5_000 + b"a]", "line 6 has more than 40 dots between words"),
    "ESC in a name": (HEAD + b'[[card]]\nnumber = 3\nname = "\\u001b[2J"', "card 3: name: printed signs"),
    "a name of 1 MB": (HEAD + b'[[card]]\nnumber = 3\nname = "' + b"x" * 1_000_000 + b'"', "card 3: name: printed"),
    "binary": (bytes(range(256)) * 100, "byte 129 is no text in UTF-8"),
}
RECORDS = {
    "a fact against the pack": (
        HEADER + b"\nfact 020 cost=3\n--\n" + GAME,
        "card 020 (龍王妃:水): cost: the pack says 8 to 9; expected what is printed on the card",
    ),
    "a fact about no card": (HEADER + b"\nfact 999 cost=3\n--\n" + GAME, "999"),
    "a million lines": (HEADER + b"\n--\n" + b"x\n" * 1_000_000, "at most 20000 lines in a game"),
    "binary": (bytes(range(256)) * 1_000, "unreadable"),
    "ESC in a name": (TEXT.replace("players  三品".encode(), b'players  "\x1b[2J"'), "三品"),
}


@pytest.fixture
def ends_soon() -> Callable[[], bool]:
    """Says whether it has not taken long."""
    begun = process_time()
    return lambda: process_time() - begun < MOST_SECONDS


def test_each_bad_pack_is_told_and_the_record_is_judged(tmp_path: Path, ends_soon: Callable[[], bool]) -> None:
    """Each disables itself alone, with its file and what is wrong in one short line."""
    for at, (data, _) in enumerate(PACKS.values()):
        (tmp_path / f"{at}.toml").write_bytes(data)
    ran = run("verify", "--quiet", "--packs", tmp_path, PRINTED)
    told = [line for line in ran.err.splitlines() if line.startswith("warning")]
    for at, (_, why) in enumerate(PACKS.values()):
        assert any(f"{at}.toml: {why}" in line and len(line) < 500 for line in told), (at, why)
    assert len(told) == len(PACKS)
    assert ran.lines[0].startswith("legal  ")
    assert ends_soon()


def test_each_bad_record_is_told_and_the_next_is_judged(tmp_path: Path, ends_soon: Callable[[], bool]) -> None:
    """A mark of an editor at the beginning is none of them."""
    for at, (data, _) in enumerate(RECORDS.values()):
        (tmp_path / f"{at}.shinpan").write_bytes(data)
    (tmp_path / "y.shinpan").write_bytes(b"\xef\xbb\xbf" + TEXT)
    (tmp_path / "z.shinpan").write_bytes(TEXT)
    ran = run("verify", "--quiet", tmp_path)
    told = f"{ran.out}{ran.err}"
    for at, (_, why) in enumerate(RECORDS.values()):
        said = next(line for line in told.splitlines() if f"{at}.shinpan" in line)
        assert why in said, (at, said)
        assert len(said) < 500
    assert not set(told) & set("\x1b\r")
    assert [line.split()[0] for line in ran.lines if "y.shinpan" in line or "z.shinpan" in line] == ["legal", "legal"]
    assert ran.code == 2
    assert ends_soon()
