"""ゲームの準備: modes, difficulties, the deal, the layout and the start-up."""

from typing import Any

import msgspec
import pytest

from shinpan_engine.games.drive import GAME
from shinpan_engine.games.drive.cards.cards import Cards
from shinpan_engine.games.drive.chapters import preparation
from shinpan_engine.games.drive.table.options import (
    Difficulty,
    DraftUnderfill,
    EnemySet,
    ExpansionsMin,
    PartySource,
    Setup,
)
from shinpan_engine.games.drive.table.state import Step
from shinpan_engine.games.drive.table.table import PARTNER_MODE, DriveTable
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import InvalidHeader, NotSupported
from shinpan_engine.kernel.game import begin
from shinpan_engine.kernel.judging.header import chance_of, game_of, pack_of
from shinpan_engine.kernel.judging.record import Header, PackRef, Record
from shinpan_engine.kernel.judging.referee import verify
from shinpan_engine.kernel.messages import Rule, say
from shinpan_engine.kernel.play.chance import Seeded
from shinpan_engine.kernel.play.match import Match

from .scene import c, header, pack_rows
from .test_party import Draft

HOUSE = GAME.packs["house"].cards
PRINTED = PackRef("print", GAME.packs["print"].digest)


def refused(head: Header) -> tuple[str, str]:
    """The field that a header is refused for, and why."""
    with pytest.raises(InvalidHeader) as error:
        verify(GAMES, Record(head, ()))
    return error.value.field, str(error.value)


def accepted(head: Header) -> Match:
    """The game that a header begins."""
    game = game_of(GAMES, head)
    return begin(game, head, chance_of(head), pack_of(game, head))


def set_up(seats: int = 2, mode: str = "multi", **fields: Any) -> Header:
    """A header with this set-up, at difficulty A from seat 1 unless told otherwise."""
    starter = 0 if mode == PARTNER_MODE else 1
    given = {"difficulty": Difficulty.A, "start_player": starter, **fields}
    return header(mode, seats, Setup(**given))


def laid_out(seats: int = 2, **fields: Any) -> Draft:
    """A game whose parties are complete: everybody took a ready-made one."""
    draft = Draft(seats=seats, party_source=PartySource.PRESET, **fields)
    while draft.state.step in (Step.PARTY, Step.PARTNER):
        draft.do(draft.state.pending[0].seat, next(draft.match.ask.decisions[0].options(draft.table)))
    return draft


def clockwise(first: int, seats: int) -> list[int]:
    """All seats from one on."""
    return [(first - 1 + at) % seats + 1 for at in range(seats)]


@pytest.mark.clause("DR-P1-1", "DR-P1-3", "DR-P1-11", "DR-P1-13", "DR-P1-14")
def test_the_modes() -> None:
    """A header names one way to play; the default combination comes first, partner mode is the other that is judged."""
    assert [mode.name for mode in GAME.modes if mode.supported] == ["multi", PARTNER_MODE]
    assert GAME.modes[0].name == "multi"
    with pytest.raises(InvalidHeader):
        verify(GAMES, Record(header("solo"), ()))


@pytest.mark.clause("DR-P1-5", "DR-P1-12", "DR-P1-15", "DR-P1-14", "DR-P3-6", "DR-S3.4-8")
@pytest.mark.parametrize("mode", [mode.name for mode in GAME.modes if not mode.supported])
def test_modes_of_the_second_booklet_are_not_supported(mode: str) -> None:
    """Shadow, raids and gacha are named so, and never called illegal."""
    with pytest.raises(NotSupported):
        verify(GAMES, Record(header(mode), ()))


@pytest.mark.clause("DR-P1-2", "DR-P1-4")
def test_the_number_of_players() -> None:
    """Multi mode takes 2, 3 or 4; partner mode has two seats."""
    for seats in (2, 3, 4):
        assert len(accepted(set_up(seats)).table.state.sides) == seats
    for seats in (1, 5):
        assert refused(set_up(seats))[0] == "record.header.seats"
    assert refused(set_up(3, PARTNER_MODE))[0] == "record.header.seats"


@pytest.mark.clause("DR-P4-2", "DR-P4S-8")
def test_who_begins_is_a_fact() -> None:
    """It must be said, one of the players, in multi mode; in partner mode only that it is the partner."""
    assert refused(set_up(start_player=0))[0] == "record.header.drive.start_player"
    assert refused(set_up(start_player=3))[0] == "record.header.drive.start_player"
    assert accepted(set_up(3, start_player=3)).table.state.active == 3
    for seat in (1, 3):
        assert refused(set_up(2, PARTNER_MODE, start_player=seat))[0] == "record.header.drive.start_player"
    assert accepted(set_up(2, PARTNER_MODE)).table.first == 1
    assert accepted(set_up(2, PARTNER_MODE, start_player=2)).table.first == 2


@pytest.mark.clause("DR-P2-1", "DR-P2-2", "DR-P2-4", "DR-P2-12", "DR-P2-19")
def test_the_difficulties_of_the_base_set() -> None:
    """With the base set A and B can be chosen, by whoever plays, and no other."""
    for difficulty in (Difficulty.A, Difficulty.B):
        for seats in (2, 3, 4):
            assert accepted(set_up(seats, difficulty=difficulty)).table.state.sets == []
    for difficulty in (Difficulty.B_PLUS, Difficulty.C):
        assert "DR-P2-2" in refused(set_up(difficulty=difficulty, expansions=1))[1]


@pytest.mark.clause("DR-P2-3", "DR-P4S-11")
def test_partner_mode_goes_up_to_b() -> None:
    """Whatever sets there are."""
    for difficulty in (Difficulty.A, Difficulty.B):
        accepted(set_up(2, PARTNER_MODE, difficulty=difficulty))
    for difficulty in (Difficulty.B_PLUS, Difficulty.C, Difficulty.D):
        head = set_up(2, PARTNER_MODE, difficulty=difficulty, owned=[1, 2, 3], expansions=2)
        assert "DR-P2-3" in refused(head)[1]


@pytest.mark.clause("DR-P2-5", "DR-P2-10", "DR-P2-11", "DR-P1-15")
def test_d_and_e_are_not_supported() -> None:
    """Without the expansion with geas cards they cannot be chosen; with it they are not judged."""
    for difficulty in (Difficulty.D, Difficulty.E):
        head = set_up(difficulty=difficulty, owned=[1])
        assert "DR-P2-5" in refused(head)[1]
        with pytest.raises(NotSupported):
            verify(GAMES, Record(msgspec.structs.replace(
                head, pack=PRINTED, setup=Setup(difficulty, 1, [1, 6])
            ), ()))  # fmt: skip


@pytest.mark.clause("DR-P2-4", "DR-P2-9")
def test_c_needs_a_hard_boss() -> None:
    """Owned expansions without a hard boss open B+ only."""
    head = set_up(difficulty=Difficulty.C, owned=[1, 2], expansions=2)
    with pytest.raises(InvalidHeader) as error:
        preparation.check(head, Cards(pack_rows()))
    assert error.value.message == say("setup.hard_boss", by=Rule("DR-P2-4"))
    preparation.check(head, HOUSE)


@pytest.mark.clause("DR-P2-8", "DR-P2-9", "DR-P2-13", "DR-P2-14", "DR-P2-6", "DR-P2-7")
def test_how_many_expansions_are_added() -> None:
    """None at A and B, 1 or 2 at B+, 2 or 3 at C; without the lower bound none is needed."""
    legal = {Difficulty.A: [0], Difficulty.B: [0], Difficulty.B_PLUS: [1, 2], Difficulty.C: [2, 3]}
    for difficulty, counts in legal.items():
        owned = [1, 2, 3] if difficulty > Difficulty.B else []
        for count in range(5):
            head = set_up(difficulty=difficulty, owned=owned, expansions=count)
            if count in counts:
                assert len(accepted(head).table.state.sets) == count
            else:
                assert refused(head)[0] == "record.header.drive.expansions"
    free = set_up(difficulty=Difficulty.C, owned=[1], expansions=0, expansions_min=ExpansionsMin.NONE)
    few = accepted(free).table
    assert few.state.sets == []
    assert "DR-P2-14" in few.relied
    enough = set_up(difficulty=Difficulty.C, owned=[1, 2], expansions=2, expansions_min=ExpansionsMin.NONE)
    assert "DR-P2-14" not in accepted(enough).table.relied
    assert refused(set_up(expansions_min=ExpansionsMin.NONE))[0] == "record.header.drive.expansions_min"
    more = set_up(difficulty=Difficulty.C, owned=[1], expansions=2)
    assert "DR-P2-16" in refused(more)[1]


@pytest.mark.clause("DR-P2-16", "DR-P2-17", "DR-P4-1")
def test_the_expansions_are_drawn() -> None:
    """So many of the owned ones, by the event `set`; the pool is the base set and exactly the units of these."""
    drawn = set()
    for seed in range(12):
        head = header(setup=Setup(Difficulty.B_PLUS, 1, [1, 2, 3], 1), seed=seed)
        state = accepted(head).table.state
        assert state.sets == sorted(Seeded(bytes([seed]) * 32).shuffle("set", [1, 2, 3])[:1])
        added = [row.number for row in HOUSE.rows.unit if row.set in state.sets]
        assert state.table_units == [*range(1, 21), *added]
        told = [event.sets for event in accepted(head).table.events if type(event).__name__ == "SetsDrawn"]
        assert told == [state.sets]
        drawn.update(state.sets)
    assert drawn == {1, 2, 3}


def test_what_is_owned_is_said_where_it_counts() -> None:
    """Ascending, each once, sets of the pack, and not where nothing of them is used: one game, one header."""
    for owned in ([2, 1], [1, 1], [9]):
        head = set_up(difficulty=Difficulty.B_PLUS, owned=owned, expansions=1)
        field, why = refused(head)
        assert field == "record.header.drive.owned"
        assert why.endswith("set 1, set 2, set 3"), "it says which there are"
        with pytest.raises(InvalidHeader, match=r"setup\.no_expansions"):
            preparation.check(head, Cards(msgspec.structs.replace(pack_rows(), set=[])))
    assert refused(set_up(owned=[1]))[0] == "record.header.drive.owned"
    no_draft = set_up(party_source=PartySource.PRESET, draft_underfill=DraftUnderfill.ALLOWED)
    assert refused(no_draft)[0] == "record.header.drive.draft_underfill"


@pytest.mark.clause("DR-P3-1", "DR-P3-2", "DR-P3-5", "DR-P3-8", "DR-P5-16", "DR-C-2")
def test_the_deal() -> None:
    """54 cards are shuffled, each seat gets 4, the starting player from the top; the rest is the deck: 46, 42, 38; two
    hands in partner mode."""
    cards = list(range(1, 55))
    order = Seeded(bytes(32)).shuffle("deck", cards)
    for seats, left in ((2, 46), (3, 42), (4, 38)):
        state = accepted(set_up(seats, start_player=2)).table.state
        assert state.deck == order[4 * seats :]
        assert len(state.deck) == left
        dealt = accepted(set_up(seats, start_player=2)).table.events
        hands = [event for event in dealt if type(event).__name__ == "Dealt"]
        assert [(event.seat, event.private) for event in hands] == [(one, one) for one in clockwise(2, seats)]
        assert [event.cards for event in hands] == [state.sides[one - 1].hand for one in clockwise(2, seats)]
        for at in range(seats):
            seat = (1 + at) % seats + 1
            assert state.sides[seat - 1].hand == sorted(order[4 * at : 4 * at + 4])
    solo = accepted(set_up(2, PARTNER_MODE)).table.state
    assert [len(side.hand) for side in solo.sides] == [4, 4]
    assert len(solo.deck) == 46


@pytest.mark.clause("DR-P3-4", "DR-P4S-12", "DR-P4S-1")
def test_hands_are_hidden() -> None:
    """Only the owner sees a hand; in partner mode the human sees both."""
    multi = accepted(set_up(3)).table.state
    for viewer in (0, 1, 2, 3):
        shown = [0 not in side.hand for side in GAME.view(multi, viewer).sides]
        assert shown == [viewer == seat for seat in (1, 2, 3)]
    solo = accepted(set_up(2, PARTNER_MODE)).table.state
    for viewer, both in ((0, False), (1, True), (2, True)):
        assert [0 not in side.hand for side in GAME.view(solo, viewer).sides] == [both, both]


@pytest.mark.clause("DR-P5-8", "DR-P5-11", "DR-P5-13", "DR-P5-14", "DR-P5-15", "DR-P5-18", "DR-P5-19", "DR-P5-12")
def test_the_layout() -> None:
    """F3: the gate with HP 10, 12 enemies in the shuffled deck without it, no card on the field or in the discard."""
    draft = laid_out(3)
    state = draft.state
    assert state.enemy
    assert (state.enemy.card, state.enemy.hp) == (13, 10)
    assert state.enemy_deck == Seeded(bytes(32)).shuffle("enemy", range(1, 13))
    assert (state.field, state.discard, state.pile) == ([], [], [])
    assert GAME.view(state, 1).enemy_deck == [0] * 12
    assert [event.markers for event in draft.events("Appeared")] == [[10]]


@pytest.mark.clause("DR-P5-22")
def test_the_gate_does_not_appear() -> None:
    """Laying it out applies no effect on appearance and puts no chip on it."""
    draft = laid_out(enemies={13: {"appearance": [{"op": "damage", "amount": 3}]}})
    assert draft.state.enemy
    assert draft.state.enemy.charge == 0
    assert len(draft.state.deck) == 46 - 10 - 1
    assert "DR-P5-22" in draft.table.relied


@pytest.mark.clause("DR-P2-6", "DR-P2-7", "DR-P2-8", "DR-P2-12", "DR-P5-1", "DR-P5-2", "DR-P5-3", "DR-P5-4", "DR-B-11")
def test_the_boss_pool() -> None:
    """A: Faust, without chance; B: the four of the base set; B+: every owned boss, drawn or not; C: every owned hard
    boss."""
    owned = {Difficulty.B_PLUS: [1, 2, 3], Difficulty.C: [1, 2, 3]}
    pools = {
        Difficulty.A: [14],
        Difficulty.B: [15, 16, 17, 18],
        Difficulty.B_PLUS: [15, 16, 17, 18, 19, 21],
        Difficulty.C: [20, 22, 23],
    }
    for difficulty, pool in pools.items():
        count = preparation.ADDED[difficulty][0]
        head = set_up(difficulty=difficulty, owned=owned.get(difficulty, []), expansions=count)
        table = DriveTable(head, Seeded(bytes(32)), HOUSE)
        assert preparation.boss_pool(table) == pool
    assert "boss" not in laid_out().table.chance.outcomes
    assert laid_out().state.boss == 14


@pytest.mark.clause("DR-P5-5", "DR-P5-6", "DR-P5-7", "DR-P5-12", "DR-O-2")
def test_the_boss_is_drawn_and_hidden() -> None:
    """From B on one card is drawn by the event `boss`; nobody sees it, nor another boss, before the boss round."""
    draft = laid_out(difficulty=Difficulty.B)
    assert draft.state.boss == Seeded(bytes(32)).shuffle("boss", [15, 16, 17, 18])[0]
    for viewer in (0, 1, 2):
        assert GAME.view(draft.state, viewer).boss == 0
    assert not any(boss in draft.state.enemy_deck for boss in range(14, 19))


@pytest.mark.clause("DR-P5-9")
def test_the_second_set_of_enemies() -> None:
    """It replaces the first wholly, in any mode and difficulty, if an expansion with it is owned."""
    for mode in ("multi", PARTNER_MODE):
        head = set_up(2, mode, owned=[3], enemy_set=EnemySet.SET_2)
        table = DriveTable(head, Seeded(bytes(32)), HOUSE)
        preparation.check(head, HOUSE)
        assert preparation.normal_enemies(table) == list(range(24, 32))
        assert "DR-P5-9" in table.relied
    assert "DR-P5-9" in refused(set_up(owned=[1], enemy_set=EnemySet.SET_2))[1]
    assert "DR-P5-9" in refused(set_up(enemy_set=EnemySet.SET_2))[1]


@pytest.mark.clause("DR-P5-20", "DR-P5-21")
def test_what_is_public() -> None:
    """Parties, levels, mana, the field and the sizes of all piles; no face of deck, discard or enemy deck."""
    state = laid_out(2).state
    for viewer in (0, 1, 2):
        view = GAME.view(state, viewer)
        assert [side.party for side in view.sides] == [side.party for side in state.sides]
        assert (len(view.deck), len(view.discard), len(view.enemy_deck)) == (35, 10, 12)
        assert set(view.deck) | set(view.discard) | set(view.enemy_deck) == {0}
    state.field.append(c("g1"))
    assert GAME.view(state, 0).field == [c("g1")]


@pytest.mark.clause("DR-P6-1", "DR-P6-2", "DR-P6-3", "DR-P6-4", "DR-P6-6", "DR-P6-8")
def test_the_start_up() -> None:
    """F2: two players: deck 36, discard 10; three: 42 and 0; four: 38 and 3 mana each; partner mode: 46 and nothing."""
    for seats, mode, deck, discard, mana in (
        (2, "multi", 36, 10, 0), (3, "multi", 42, 0, 0), (4, "multi", 38, 0, 3), (2, PARTNER_MODE, 46, 0, 0)
    ):  # fmt: skip
        state = laid_out(seats, mode=mode).state
        assert (len(state.deck) + 1, len(state.discard)) == (deck, discard), "one card has been drawn"
        assert [side.mana for side in state.sides] == [mana] * seats
        assert [side.knows for side in state.sides] == [[]] * seats
