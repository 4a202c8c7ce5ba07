"""What the tests of the transcript share: a game with known cards, and ways to read and judge it."""

from pathlib import Path

from hypothesis import strategies as st

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Report
from shinpan_records import transcript

FIXTURES = Path(__file__).parents[2] / "fixtures" / "wars3x3"
PRINTED = FIXTURES / "printed-replay.shinpan"
AS_PRINTED = FIXTURES / "printed-replay-as-printed.shinpan"
TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
"""Any text that can be written in UTF-8."""

HEADER = """shinpan 1
game wars3x3 beginner
edition 1.2
pack house
deck 026 027 028 029 040 047 014 036  007 016 017 018 024 025 005 034 045  020 033 037 042 009 043 031 046 035 …
magic A11 A04 A08 A14
setup first=p1
--
p1 start_territory cards=014 036 040
p1 keep_magic magics=A11
p2 start_territory cards=005 034 045
p2 keep_magic magics=A08
"""
"""A game with cards as the tests need them. Hands: p1 026 027 028 029 047, p2 007 016 017 018 024 025."""


OPENING = (
    "turn 1",
    "p1 lay card=020",
    "p1 deploy card=占欲の魔女:草",
    "turn 2",
    "p2 lay card=033",
    "turn 3",
    "p1 lay card=037",
    "p1 deploy card=突撃兵:草",
    "turn 4",
    "p2 lay card=042",
    "turn 5",
    "p1 deploy card=突撃兵:草",
    "turn 6",
)
"""Up to the start of p2's third turn: 026, 027 and 028 lie on p1's field."""


def read(*lines: str, header: str = HEADER) -> transcript.Loaded:
    """The record of a game that goes on so."""
    return transcript.load(header + "\n".join(lines) + "\n", GAMES)


def acts(loaded: transcript.Loaded) -> list[object]:
    """What its entries say after the set-up."""
    return [entry.what for entry in loaded.record.entries][4:]


def judged(loaded: transcript.Loaded) -> Report:
    return verify(GAMES, loaded.record)


def noted(loaded: transcript.Loaded) -> str:
    return "\n".join(str(note.text) for note in loaded.notes)
