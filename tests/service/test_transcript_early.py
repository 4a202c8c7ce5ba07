"""Actions where nobody asks for them, in records that leave out what silence means: told by their own reason."""

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.report import Finding
from shinpan_engine.kernel.messages import ENGLISH, catalogue
from shinpan_records import transcript

from .transcripts import FIXTURES

ROOT = FIXTURES.parent
DRIVE = """shinpan 1
game drive multi
edition 1.1
pack house
seats 2
seed sha256ctr-1:c892ca2487e6fa77a03ba1eb4098025437a85d835cab366b928c713dfc3e5a1a
setup difficulty=b_plus start_player=p1 owned=X1 X2 X3 expansions=2
--
p1 pick unit=U31
p2 pick unit=U10
p2 pick unit=U15
p1 pick unit=U14
p1 pick unit=U8
"""


def found(text: str) -> Finding:
    """What is found in a record."""
    (finding,) = transcript.judged(text, GAMES).report().findings
    return finding


def cut(path: str, before: str, *lines: str, after: str = "--") -> str:
    """A fixture up to the first line after another that begins so, then others; silence means something."""
    rows = (ROOT / path).read_text("utf-8").replace("decisions all\n", "").split("\n")
    at = next(at for at, row in enumerate(rows) if row.startswith(before) and after in rows[:at])
    return "\n".join([*rows[:at], *lines, ""])


WARS = "wars3x3/W3-3.0-2-a-unit-gone-before-its-attack.shinpan"
SWORDRION = "swordrion/SW-4.8-2-there-is-no-shopping-in-the-third-round.shinpan"


@pytest.mark.parametrize(
    ("text", "clause", "key"),
    [
        (cut(WARS, "turn 1", "turn 1", "p1 attack"), "W3-3.0-2", "wars3x3.moment.no_attacker"),
        (cut(SWORDRION, "p1 relics", "p1 drop card=027", after="round 2"), "SW-S1-7", "swordrion.spells.drop_when"),
        (f"{DRIVE}p1 level_up unit=U31\n", "DR-S2.7-10", "drive.moment.no_play"),
        (f"{DRIVE}p2 use unit=U10\n", "DR-G-8", "drive.moment.not_active"),
    ],
    ids=["an attack without a unit", "a drop before the battle", "a level-up without a play", "a skill out of turn"],
)
def test_its_own_reason_is_told(text: str, clause: str, key: str) -> None:
    """It is refused where silence leads to, and not since a step has not come."""
    finding = found(text)
    assert (finding.clauses[0], finding.message.key) == (clause, key)


def test_an_attack_after_its_step_is_told_where_it_stands() -> None:
    """What came too late is not looked for further on."""
    finding = found(cut(WARS, "turn 1", "turn 1", "p1 end_combat", "p1 attack"))
    assert (finding.where.turn, finding.message.key) == (1, "wars3x3.moment.attack_steps")


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_what_comes_too_early(name: str) -> None:
    """Each names the keys of its refusals for that."""
    assert GAMES[name].too_early
    assert [key for key in GAMES[name].too_early if key not in catalogue(name, ENGLISH)] == []
