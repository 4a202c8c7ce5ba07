"""What is said of records of what was seen: verdicts, refusals, proofs, and hostile ones."""

from typing import Any

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3 import Wars3x3
from shinpan_engine.games.wars3x3.table.actions import Deploy, KeepMagic, Lay, StartTerritory
from shinpan_engine.kernel.errors import InvalidHeader, NotComplete, NotSupported, TooLarge
from shinpan_engine.kernel.judging.record import (
    MOST_CLAIMS,
    MOST_ENTRIES,
    Action,
    ChanceSource,
    Entry,
    EventClaim,
    Marker,
    Notes,
    Outcome,
    Record,
    SeenChance,
    StateClaim,
    Unresolved,
)
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.judging.report import Finding, Verdict
from shinpan_engine.kernel.seen.agreement import disagreement
from shinpan_engine.kernel.seen.search import MOST_STEPS, judge

from ..hiding import hidden
from ..random_games import changed, play, recorded

WARS = GAMES["wars3x3"]


def seen(seed: int = 1, mode: str = "beginner", viewer: int = 0) -> Record:
    return hidden(WARS, recorded(play(WARS, seed, mode)), viewer)


def finding(record: Record) -> Finding:
    """The one thing that is found."""
    judged = judge(GAMES, record)
    assert judged.world is None
    (found,) = judged.report.findings
    assert found.verdict == judged.report.verdict
    return found


def first(record: Record, kind: type) -> int:
    """The first entry with an action of a kind."""
    return next(at for at, entry in enumerate(record.entries) if isinstance(entry.what.what, kind))


def with_claims(record: Record, at: int, *claims: Any) -> Record:
    return changed(record, at, claims=claims)


def with_outcome(record: Record, label: str, values: list[int]) -> Record:
    chance = ChanceSource(SeenChance([Outcome(label, values)]))
    return msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, chance=chance))


def test_a_world_is_given_and_agrees() -> None:
    """The report is that of the world but for hashes; it rests on what was not seen; another game does not agree."""
    record = seen()
    judged = judge(GAMES, record)
    assert judged.world is not None
    report = verify(GAMES, judged.world)
    assert (judged.report.verdict, judged.report.result) == (report.verdict, report.result)
    assert (judged.report.state_hash, judged.report.last_link) == (b"", b"")
    assert judged.report.header_hash != report.header_hash
    assert judged.report.assumptions[-1].kind == "world"
    assert disagreement(GAMES, record, judged.world) is None
    assert disagreement(GAMES, record, recorded(play(WARS, 2, "beginner"))) != ""
    assert judge(GAMES, record).world == judged.world


def test_a_world_may_have_heads_of_its_own() -> None:
    """A complete record agrees with heads of turns or without; not if one is elsewhere, or leaves out a claim. What it
    claims more is for the referee to compare."""
    record = seen()
    world = judge(GAMES, record).world
    assert world is not None
    at = first(record, Deploy)
    assert disagreement(GAMES, record, with_head(world, at, 1)) is None
    assert disagreement(GAMES, with_head(record, at, 1), with_head(world, at, 1)) is None
    assert disagreement(GAMES, with_head(record, at, 1), world) is not None
    assert disagreement(GAMES, with_head(record, at, 1), with_head(world, at + 1, 1)) is not None
    claimed = StateClaim("life[p1]", "30")
    assert disagreement(GAMES, record, with_head(world, at, 1, claimed)) is None
    assert disagreement(GAMES, with_head(record, at, 1), with_head(world, at, 1, claimed)) is None
    assert disagreement(GAMES, with_head(record, at, 1, claimed), with_head(world, at, 1)) is not None


def with_head(record: Record, at: int, turn: int, *claims: StateClaim) -> Record:
    """The record with the head of a turn before an entry."""
    entries = (*record.entries[:at], Entry(Marker(turn), claims), *record.entries[at:])
    return msgspec.structs.replace(record, entries=entries)


def test_a_plain_referee_asks_for_completion() -> None:
    """Steps, states and legal actions of such a record are not to be had."""
    with pytest.raises(NotComplete, match="complete it first"):
        verify(GAMES, seen())


def test_other_games_say_that_they_cannot_yet() -> None:
    """A game that tells nothing of what may be unseen is not judged, and that is no verdict."""

    class Untold(Wars3x3):
        unseen = None

    with pytest.raises(NotSupported, match="not judged yet"):
        judge({"wars3x3": Untold()}, seen())


@pytest.mark.parametrize(
    ("notes", "field"),
    [({"last_link": bytes(4)}, "last_link"), ({"header_hash": bytes(4)}, "header_hash")],
)
def test_hashes_do_not_belong_there(notes: dict[str, bytes], field: str) -> None:
    """A record of what was seen has no hashes of its own."""
    with pytest.raises(InvalidHeader) as caught:
        judge(GAMES, msgspec.structs.replace(seen(), notes=Notes(**notes)))
    assert caught.value.field == f"record.notes.{field}"
    with pytest.raises(InvalidHeader) as caught:
        judge(GAMES, changed(seen(), 3, link=bytes(4)))
    assert caught.value.field == "record.entries[3].link"


def test_a_card_laid_open_is_written() -> None:
    """A hole where the public saw the card is malformed; and so is one that does not stand last."""
    record = seen()
    at = first(record, Deploy)
    seat = record.entries[at].what.seat
    found = finding(changed(record, at, what=Action(seat, Deploy(0))))
    assert found.verdict == Verdict.MALFORMED
    assert str(found.message) == "this card was laid open: write it"
    assert found.where.entry == at + 1
    at = first(record, StartTerritory)
    found = finding(changed(record, at, what=Action(1, StartTerritory([0, 5, 6]))))
    assert "write what was not seen last" in str(found.message)


def test_a_card_of_no_pack_is_malformed() -> None:
    """A claim on a path that is none, or on a number that no card has, is never legal."""
    record = seen()
    assert finding(with_claims(record, 8, StateClaim("hands", "1 ?"))).verdict == Verdict.MALFORMED
    found = finding(with_claims(record, 8, StateClaim("hand[p1]", "999 ? ? ? ?")))
    assert found.verdict == Verdict.CONTRADICTED
    assert "there is no card “999” in the pack “house”" in str(found.message)


def test_claims_choose_the_world() -> None:
    """What a hand is claimed to hold is in it in the world, and the claim is completed there."""
    record = seen()
    for card in ("016", "031"):
        claim = StateClaim("hand[p1]", f"{card} ? ? ? ?")
        at = next(at for at, entry in enumerate(record.entries) if isinstance(entry.what.what, KeepMagic))
        judged = judge(GAMES, with_claims(record, at, StateClaim("life[p1]", "30"), claim))
        if judged.world is None:
            assert "p1 received card 16" in str(judged.report.findings[0].message)
            continue
        (completed,) = [c for c in judged.world.entries[at].claims if c.path == "hand[p1]"]
        assert card in completed.value.split()
        assert "?" not in completed.value


def test_claims_that_cannot_both_be() -> None:
    """One hand with two cards too many, or one card in two hands, is never legal."""
    record = seen()
    at = first(record, Lay)
    both = [StateClaim(f"hand[{who}]", "016 ? ? ? ? ?") for who in ("p1", "p2")]
    judged = judge(GAMES, with_claims(record, at, *both))
    assert judged.world is None
    assert judged.report.verdict in (Verdict.CONTRADICTED, Verdict.UNDECIDABLE)
    assert finding(with_claims(record, at, StateClaim("life[p1]", "77"))).verdict == Verdict.CONTRADICTED


def test_a_told_outcome_that_cannot_have_come_up() -> None:
    """A card that is not in the deck of the mode, told before anything was guessed, is malformed."""
    assert finding(with_outcome(seen(), "deck", [0, 1])).verdict in (Verdict.MALFORMED, Verdict.UNDECIDABLE)
    assert finding(with_outcome(seen(), "nothing", [1])).verdict == Verdict.MALFORMED


def test_more_cards_named_than_came() -> None:
    """Whoever names one card more than came is told how many came, whatever the cards not seen were."""
    record = seen()
    last = len(record.entries) - 1
    at = first(record, Lay)
    seat = record.entries[at].what.seat
    many = [Entry(Action(seat, StartTerritory([0] * 3)))]
    found = finding(msgspec.structs.replace(record, entries=(*record.entries[:last], *many)))
    assert found.verdict == Verdict.ILLEGAL
    assert "whatever the cards not seen were" in str(found.message)
    assert "? ? ?" in found.submitted


def test_events_with_holes() -> None:
    """A draw of which the card is not seen is claimed with a hole, by name or by place."""
    record = seen()
    at = next(at for at, entry in enumerate(record.entries) if type(entry.what.what).__name__ == "Draw")
    seat = f"p{record.entries[at].what.seat}"
    for arguments in ((("card", "?"), ("seat", seat)), (("", "?"), ("", seat))):
        judged = judge(GAMES, with_claims(record, at, EventClaim("drew", arguments)))
        assert judged.world is not None
        assert "?" not in str(judged.world.entries[at].claims)
        assert disagreement(GAMES, with_claims(record, at, EventClaim("drew", arguments)), judged.world) is None


def test_choices_of_which_nothing_is_told() -> None:
    """`p1 ?` is any secret choice that is asked for then."""
    record = seen()
    for at in (first(record, StartTerritory), first(record, KeepMagic)):
        record = changed(record, at, what=Unresolved(record.entries[at].what.seat, "?", ""))
    assert judge(GAMES, record).report.verdict == Verdict.LEGAL


def test_nothing_but_question_marks() -> None:
    """A record whose every action is `?` is judged up to the first that is no secret choice."""
    entries = tuple(Entry(Unresolved(1 + at % 2, "?", "")) for at in range(200))
    found = finding(msgspec.structs.replace(seen(), entries=entries))
    assert found.verdict == Verdict.MALFORMED
    assert "no secret choice is asked for here" in str(found.message)


@pytest.mark.parametrize("mode", ["beginner", "advanced"])
def test_a_flood_of_holes_is_bounded(mode: str) -> None:
    """A thousand places in one label, as many entries with holes as a record may have, and as many claims: refused or
    undecided within the limit; one entry more is too much to be judged."""
    record = with_outcome(seen(1, mode), "deck", [*[0] * 999, 5])
    assert finding(record).verdict in (Verdict.MALFORMED, Verdict.UNDECIDABLE)
    entries = (*seen(1, mode).entries[:30], *[Entry(Action(1, Lay(0)))] * (MOST_ENTRIES - 30))
    judged = judge(GAMES, msgspec.structs.replace(seen(1, mode), entries=entries))
    assert judged.world is None
    assert judged.steps <= 2 * MOST_STEPS
    with pytest.raises(TooLarge):
        judge(GAMES, msgspec.structs.replace(seen(1, mode), entries=(*entries, entries[-1])))
    claims = (StateClaim("deck", " ".join("?" * 2000)),)
    assert judge(GAMES, with_claims(seen(1, mode), 3, *claims)).world is None
    claims = tuple(StateClaim("hand[p1]", f"? {at:03}") for at in range(MOST_CLAIMS))
    judged = judge(GAMES, with_claims(seen(1, mode), 3, *claims))
    assert judged.world is None
    assert judged.steps <= 2 * MOST_STEPS
