"""Every card of the pack `print` has a record that is named for it and plays it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from shinpan_engine.games.hackclad.cards.pack_rows import CHARACTERS, CLAD_CARDS, SKILLS_EACH
from shinpan_engine.games.hackclad.table.events import Triggered, Used
from shinpan_engine.games.hackclad.table.state import State, Step
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_records import transcript

FOLDER = Path(__file__).parents[3] / "fixtures" / "hackclad"
WITCHES = ("rosette", "flare", "luna", "mia", "amelia")
"""As records name them, in the order of their numbers."""
NAMED = re.compile(rf"card-({'|'.join(WITCHES)}|clad)-(\d\d)-.+")


def named_for() -> Iterator[tuple[Path, str, int]]:
    """The records that are named for a card: each with the witch, or `clad`, and the card's number there."""
    for path in sorted(FOLDER.glob("card-*.shinpan")):
        match = NAMED.fullmatch(path.stem)
        assert match is not None, f"{path.name} names no card"
        yield path, match[1], int(match[2])


def replay(path: Path) -> Replay:
    """A record before its first action."""
    return Replay(GAMES, transcript.load(path, GAMES).record)


def carried_out(path: Path) -> list[int]:
    """The clad cards of which the turn has come."""
    found: dict[int, None] = {}
    game = replay(path)

    def watch(_: object) -> None:
        assert game.match is not None
        state: State = game.match.table.state
        turns = max(0, state.step - Step.PLAYER_1 + 1) // 2
        found.update(dict.fromkeys(state.slots[:turns]))

    assert game.run(watch=watch) is None
    return list(found)


def test_every_skill_card_has_a_record() -> None:
    """16 for each of the five witches."""
    named = {(whose, number) for _, whose, number in named_for() if whose != "clad"}
    assert named == {(witch, number) for witch in WITCHES for number in range(1, SKILLS_EACH + 1)}
    assert len(WITCHES) == CHARACTERS


def test_every_clad_card_has_a_record() -> None:
    """All twelve."""
    assert {number for _, whose, number in named_for() if whose == "clad"} == set(range(1, CLAD_CARDS + 1))


@pytest.mark.parametrize(
    ("path", "whose", "number"), [pytest.param(*row, id=row[0].stem) for row in named_for() if row[1] != "clad"]
)
def test_a_record_plays_the_skill_card_it_is_named_for(path: Path, whose: str, number: int) -> None:
    """It is used, or one of its texts works, and it is a card of the print pack."""
    card = WITCHES.index(whose) * SKILLS_EACH + number
    game, played = replay(path), list[int]()
    assert game.pack.id == "print"
    finding = game.run(watch=lambda step: played.extend(e.card for e in step.events if isinstance(e, Used | Triggered)))
    assert finding is None
    assert card in played


@pytest.mark.parametrize(
    ("path", "number"), [pytest.param(row[0], row[2], id=row[0].stem) for row in named_for() if row[1] == "clad"]
)
def test_a_record_plays_the_clad_card_it_is_named_for(path: Path, number: int) -> None:
    """The clad has carried it out."""
    assert number in carried_out(path)
