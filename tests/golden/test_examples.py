"""The examples of the clauses: each that the rules hold is shown by a record, or it is said why none can show it."""

import re
import tomllib

import pytest

from shinpan_engine.games.registry import GAMES
from tests.golden.test_fixtures import FOLDER, RECORDS, named_clause

PREFIXES = dict.fromkeys(clause.id.partition("-")[0] for game in GAMES.values() for clause in game.rules)
CITED = re.compile(rf"\b(?:{'|'.join(PREFIXES)})-[\w.]+(?:-\d+)?")
"""A clause in the text of a record: its notes say which examples it shows beside the one in its name."""


def cited(game: str) -> set[str]:
    """The clauses that the records of a game cite in their notes."""
    texts = (path.read_text("utf-8") for path in RECORDS if path.parent.name == game)
    return {clause for text in texts for clause in CITED.findall(text)}


@pytest.mark.parametrize("game", GAMES)
def test_every_example_has_a_record(game: str) -> None:
    """What the engine holds and has an example is named or noted by a record, or the game's `not_shown.toml`
    says why none can show it."""
    named = {named_clause(path) for path in RECORDS if path.parent.name == game}
    examples = {clause.id for clause in GAMES[game].rules if clause.example and clause.hold == "engine"}
    reasons = tomllib.loads((FOLDER / game / "not_shown.toml").read_text("utf-8"))
    assert sorted(examples - named - cited(game)) == sorted(reasons)
    assert all(reasons.values())


@pytest.mark.parametrize("game", GAMES)
def test_records_cite_clauses_that_there_are(game: str) -> None:
    """Every clause that a note names stands in the rules."""
    assert {clause for clause in cited(game) if clause not in GAMES[game].rules} == set()
