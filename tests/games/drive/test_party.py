"""準備④ パーティー構築, and ソロ・パートナーモードのパーティー構築."""

from typing import Any

import pytest

from shinpan_engine.games.drive.cards.cards import Cards
from shinpan_engine.games.drive.chapters import preparation
from shinpan_engine.games.drive.table.actions import PASS, Pick, Play, TakePartner, TakeParty
from shinpan_engine.games.drive.table.options import (
    Difficulty,
    DraftUnderfill,
    PartySource,
    Setup,
)
from shinpan_engine.games.drive.table.state import Step
from shinpan_engine.games.drive.table.table import HUMAN, PARTNER_MODE, DriveTable
from shinpan_engine.kernel.play.chance import Seeded
from shinpan_engine.kernel.play.match import Match

from ..positions import Position
from .scene import Row, header, pack_rows

EXPANSION: dict[int, Row] = {
    27: {"attributes": []},
    28: {"attributes": []},
    29: {"attributes": ["earth", "fire"]},
    30: {"attributes": ["wind", "water"]},
    31: {"stars": 1, "half_star": True},
    32: {"stars": 2, "half_star": True},
}


class Draft(Position):
    """A game at its first pick. All base units have 1 star but for what is given; unless told otherwise seat 1
    begins."""

    def __init__(
        self,
        seats: int = 2,
        first: int = 1,
        mode: str = "multi",
        units: dict[int, Row] | None = None,
        stars: dict[int, int] | None = None,
        parties: dict[int, tuple[int, ...]] | None = None,
        enemies: dict[int, Row] | None = None,
        difficulty: Difficulty = Difficulty.A,
        **options: Any,
    ) -> None:
        rows: dict[int, Row] = {number: {"stars": count} for number, count in (stars or {}).items()}
        starter = 0 if mode == PARTNER_MODE and first == HUMAN else first
        head = header(mode, seats, Setup(difficulty, starter, **options))
        cards = Cards(pack_rows({**rows, **(units or {})}, enemies, {}, parties))
        self.table = DriveTable(head, Seeded(bytes(32)), cards)
        self.state = self.table.state
        self.match = Match(self.table, preparation.game(self.table))

    def party(self, seat: int) -> list[int]:
        """The units of a player."""
        return [member.unit for member in self.table.side[seat].party]

    def order(self, picks: int) -> list[int]:
        """Who picks the next so many times, everybody the first unit there is."""
        seats = []
        for _ in range(picks):
            seats.append(self.state.pending[0].seat)
            self.do(seats[-1], Pick(self.state.table_units[0]))
        return seats

    def all_pass(self) -> "Draft":
        """Who has reached the limit and has not passed passes."""
        for pending in self.state.pending:
            assert pending.ask == "limit"
            self.do(pending.seat, PASS)
        return self

    def asked(self) -> tuple[int, str]:
        """Who is asked what."""
        (pending,) = self.state.pending
        return pending.seat, pending.ask


@pytest.mark.clause("DR-P4-1", "DR-P4-3", "DR-P2-17", "DR-P2-18", "DR-P4S-7", "DR-P4.1-8")
def test_a_pick_takes_one_unit_off_the_table() -> None:
    """All base units lie open at A; one is taken and lies before the picker, seen by all."""
    draft = Draft(units=EXPANSION)
    assert draft.state.table_units == list(range(1, 21))
    draft.do(1, Pick(7))
    assert draft.party(1) == [7]
    assert [(event.unit, event.seat) for event in draft.events("Picked")] == [(7, 1)]
    assert 7 not in draft.state.table_units
    assert draft.refuses(2, Pick(21)) == ("DR-P4S-7",)
    assert draft.refuses(2, Pick(27)) == ("DR-P4-3", "DR-P2-18")
    assert draft.refuses(2, Pick(99)) == ("DR-P4-3", "DR-P2-18")
    assert Draft(mode=PARTNER_MODE, units=EXPANSION).refuses(1, Pick(27)) == ("DR-P4-3", "DR-P2-18")


@pytest.mark.clause("DR-P4-4", "DR-P4-5", "DR-P4-6")
def test_the_snake() -> None:
    """F1: three players from a: a b c, c b a, a b c; the next lap begins with who closed the last; from seat 2 of four
    2 3 4 1, 1 4 3 2."""
    assert Draft(seats=3).order(9) == [1, 2, 3, 3, 2, 1, 1, 2, 3]
    assert Draft(seats=4, first=2).order(8) == [2, 3, 4, 1, 1, 4, 3, 2]
    draft = Draft(seats=3)
    assert draft.refuses(2, Pick(1)) == ("DR-P4-4", "DR-P4-5")
    draft.do(1, Pick(1))
    assert draft.refuses(1, Pick(2)) == ("DR-P4-4", "DR-P4-5")


@pytest.mark.clause("DR-P4-7", "DR-P4-12", "DR-P4-14")
def test_who_has_reached_the_limit_is_skipped() -> None:
    """b has rank 5 after lap 2: lap 3 is a, c; the selection ends when all are done."""
    draft = Draft(seats=3, stars={1: 3, 2: 2})
    draft.do(1, Pick(3)).do(2, Pick(1)).do(3, Pick(4)).do(3, Pick(5)).do(2, Pick(2)).do(1, Pick(6))
    assert draft.order(6) == [1, 3, 3, 1, 1, 3]
    assert draft.state.step == Step.PARTY
    draft.all_pass()
    assert draft.state.step == Step.PLAY
    assert draft.state.turn == 1


@pytest.mark.clause("DR-P4-12", "DR-P4-14", "DR-P4-7", "DR-P4-4")
def test_who_has_reached_the_limit_passes() -> None:
    """At any moment from then on, once: while another picks, or at the end, in any order. Nobody below the limit does
    it out of turn, and no pass at the limit is the pass of a turn."""
    for early, late in (((1, 2), ()), ((2,), (1,)), ((), (2, 1)), ((), (1, 2))):
        draft = Draft(seats=3, stars={1: 3, 2: 2, 3: 3, 4: 2})
        draft.do(1, Pick(1)).do(2, Pick(3)).do(3, Pick(5))
        assert draft.refuses(2, PASS) == ("DR-P4-4", "DR-P4-5")
        draft.do(3, Pick(6)).do(2, Pick(4)).do(1, Pick(2))
        assert draft.asked() == (3, "pick")
        assert [(seat, act) for seat, act in draft.match.options() if act == PASS] == [(1, PASS), (2, PASS)]
        for seat in early:
            draft.do(seat, PASS)
            assert draft.asked() == (3, "pick")
            assert draft.refuses(seat, PASS) == ("DR-P4-4", "DR-P4-5")
        for unit in (7, 8, 9):
            assert draft.state.step == Step.PARTY
            draft.do(3, Pick(unit))
        assert [pending.ask for pending in draft.state.pending] == ["limit"] * (3 - len(early))
        assert draft.refuses(3, Pick(10)) == ("DR-P4-4", "DR-P4-5")
        for seat in (*late, 3):
            draft.do(seat, PASS)
        assert (draft.state.turn, draft.state.active, draft.state.step) == (1, 1, Step.PLAY)
        assert not any(side.drafted for side in draft.state.sides)


@pytest.mark.clause("DR-P4-8", "DR-P4-9", "DR-P4-10")
def test_the_cost_limit() -> None:
    """Ranks add up to 6 with two players, to 5 with three or four, and never to more."""
    for seats, limit in ((2, 6), (3, 5), (4, 5)):
        draft = Draft(seats=seats, stars={1: 3, 2: 3, 3: 2, 4: 2, 5: 2})
        draft.do(1, Pick(1))
        for seat in (*range(2, seats + 1), *range(seats, 1, -1)):
            draft.do(seat, Pick(draft.state.table_units[-1]))
        assert draft.allows(1, Pick(2)) == (limit == 6)
        if limit == 5:
            assert draft.refuses(1, Pick(2)) == ("DR-P4-8",)
        assert draft.allows(1, Pick(3))


@pytest.mark.clause("DR-P4.1-3", "DR-P4-8")
def test_half_stars_count_as_halves() -> None:
    """1½ and 2½ make 4; with 2½ more than half a star is left of 6 they are 6½."""
    draft = Draft(units=EXPANSION, difficulty=Difficulty.B_PLUS, owned=[1], expansions=1, stars={1: 2, 2: 3})
    assert draft.state.table_units[-1] == 32
    draft.do(1, Pick(32)).do(2, Pick(3)).do(2, Pick(4)).do(1, Pick(1))
    assert draft.refuses(1, Pick(2)) == ("DR-P4-8",)
    assert draft.allows(1, Pick(31)), "2½ + 2 + 1½ is just 6"


@pytest.mark.clause("DR-P4-12", "DR-P4-13")
def test_no_pass_while_a_unit_fits() -> None:
    """Below the limit a pass is refused as long as some unit fits, unless the set-up allows it."""
    draft = Draft()
    assert draft.refuses(1, PASS) == ("DR-P4-13",)
    early = Draft(draft_underfill=DraftUnderfill.ALLOWED)
    assert early.allows(1, PASS)
    early.do(1, Pick(1)).do(2, Pick(2)).do(2, PASS).do(1, PASS)
    assert early.state.turn == 1
    assert [early.party(1), early.party(2)] == [[1], [2]]
    assert "DR-P4-13" in early.table.relied


def stuck(**options: Any) -> Draft:
    """Three players; seat 3 holds 1, 1, 1, 1 of 5, and only units of rank 2 and 3 are left."""
    stars = dict.fromkeys(range(1, 21), 2) | dict.fromkeys((1, 2, 3, 4), 1) | {5: 3}
    draft = Draft(seats=3, stars=stars, **options)
    draft.do(1, Pick(6)).do(2, Pick(7)).do(3, Pick(1)).do(3, Pick(2)).do(2, Pick(8)).do(1, Pick(9))
    return draft


@pytest.mark.clause("DR-P4-16", "DR-P4-13")
def test_giving_units_back() -> None:
    """Sum 4 of 5 and only rank 2 and 3 left: no pass; a rank 1 is given back and a rank 2 taken. Not what was just
    given back, not another's unit, not over the limit, and not while something fits."""
    draft = stuck()
    assert draft.asked() == (1, "pick")
    assert draft.refuses(1, Pick(10, [6])) == ("DR-P4-16",)
    draft.do(1, Pick(3))
    draft.do(2, Pick(4))
    assert draft.asked() == (3, "pick")
    draft.do(3, Pick(11))
    assert draft.asked() == (3, "pick")
    assert sorted(draft.party(3)) == [1, 2, 11]
    assert draft.refuses(3, PASS) == ("DR-P4-16",)
    assert draft.refuses(3, Pick(12)) == ("DR-P4-8",)
    assert draft.refuses(3, Pick(12, [6])) == ("DR-P4-16",)
    assert draft.refuses(3, Pick(1, [1])) == ("DR-P4-16",)
    assert draft.refuses(3, Pick(5, [1])) == ("DR-P4-8",)
    assert draft.refuses(3, Pick(12, [2, 1])) == ("",)
    assert draft.allows(3, Pick(5, [1, 2]))
    draft.do(3, Pick(12, [1]))
    assert [event.unit for event in draft.events("GivenBack")] == [1]
    assert not any(side.drafted for side in draft.state.sides)
    assert sorted(draft.party(3)) == [2, 11, 12]
    assert draft.all_pass().state.turn == 1
    assert "DR-P4-16" in draft.table.relied


@pytest.mark.clause("DR-P4-16")
def test_a_pass_where_no_exchange_helps() -> None:
    """3 and 1 of 5 with only rank 3 left: giving back 1 is too much, giving back 3 leads nowhere: the pass is legal."""
    stars = dict.fromkeys(range(1, 21), 3) | {1: 1, 2: 2, 3: 2, 4: 2, 6: 2}
    draft = Draft(seats=3, stars=stars)
    draft.do(1, Pick(5)).do(2, Pick(2)).do(3, Pick(3)).do(3, Pick(7)).do(2, Pick(8)).do(1, Pick(1))
    assert draft.asked() == (1, "pick")
    assert draft.allows(1, Pick(4, [1])), "3 and 2 make 5"
    assert draft.refuses(1, PASS) == ("DR-P4-16",)
    only = Draft(seats=3, stars=stars | {4: 3, 6: 3})
    only.do(1, Pick(5)).do(2, Pick(2)).do(3, Pick(3)).do(3, Pick(7)).do(2, Pick(8)).do(1, Pick(1))
    assert only.allows(1, PASS)
    assert only.allows(1, Pick(9, [5]))
    only.do(1, Pick(9, [5]))
    assert only.state.table_units[:2] == [4, 5]
    assert sorted(only.party(1)) == [1, 9]


@pytest.mark.clause("DR-P4-17", "DR-P4-18", "DR-P4.1-2")
def test_one_dual_and_one_without_attribute() -> None:
    """A second dual, or a second attribute-less unit, is refused; one of each is not."""
    draft = Draft(units=EXPANSION, difficulty=Difficulty.B_PLUS, owned=[1], expansions=1)
    draft.do(1, Pick(27)).do(2, Pick(1)).do(2, Pick(2))
    assert draft.refuses(1, Pick(28)) == ("DR-P4-18",)
    draft.do(1, Pick(29))
    assert sorted(draft.party(1)) == [27, 29]
    draft.do(1, Pick(3)).do(2, Pick(4)).do(2, Pick(5))
    assert draft.refuses(1, Pick(30)) == ("DR-P4-17",)


@pytest.mark.clause("DR-P4-19")
def test_a_unit_is_one_card() -> None:
    """What one player has, no other can pick."""
    draft = Draft().do(1, Pick(7))
    assert draft.refuses(2, Pick(7)) == ("DR-P4-19",)


@pytest.mark.clause("DR-P4-15", "DR-P4-14", "DR-P4S-4")
def test_the_rest_goes_back_to_the_box() -> None:
    """After the last pick no unit lies on the table, and nothing is picked any more."""
    draft = Draft()
    draft.order(12)
    draft.all_pass()
    assert draft.state.table_units == []
    assert draft.refuses(draft.state.active, Pick(20)) == ("DR-P4-14", "DR-P4-15")
    assert draft.refuses(1, TakeParty(1)) == ("DR-P4-14", "DR-P4-15")


@pytest.mark.clause("DR-P4-21")
def test_any_mix_of_colours() -> None:
    """A party of four colours, or of one, whatever is in hand."""
    draft = Draft()
    for one, other in zip((1, 6, 11, 16, 2, 7), (3, 4, 5, 8, 9, 10), strict=True):
        seat = draft.state.active
        draft.do(seat, Pick(one if seat == 1 else other))
        seat = draft.state.active
        draft.do(seat, Pick(one if seat == 1 else other))
    assert draft.all_pass().state.turn == 1


@pytest.mark.clause("DR-P3-7", "DR-P3-4", "DR-O-3")
def test_hands_are_known_before_the_parties() -> None:
    """The deal comes first: each player holds 4 cards while picking; playing has to wait."""
    draft = Draft(seats=3)
    assert [len(side.hand) for side in draft.state.sides] == [4, 4, 4]
    assert draft.refuses(1, Play(draft.state.sides[0].hand[:1])) == ("DR-O-3",)


@pytest.mark.clause("DR-P4-20", "DR-P4-8", "DR-P4-19")
def test_ready_made_parties() -> None:
    """Each takes one of the four; not one that is taken, that shares a unit with another, or that costs too much."""
    parties = {1: (1, 2), 2: (6, 7), 3: (2, 3), 4: (11, 12, 13)}
    draft = Draft(parties=parties, stars={11: 3, 12: 3}, party_source=PartySource.PRESET)
    assert draft.asked() == (1, "party")
    assert draft.refuses(1, Pick(1)) == ("DR-P4-4", "DR-P4-5")
    assert draft.refuses(1, TakeParty(5)) == ("DR-P4-20",)
    assert draft.refuses(1, TakeParty(4)) == ("DR-P4-8",)
    draft.do(1, TakeParty(1))
    assert draft.party(1) == [1, 2]
    assert [(event.party, event.seat) for event in draft.events("PartyTaken")] == [(1, 1)]
    assert (draft.state.active, draft.state.parties) == (2, [1])
    assert draft.refuses(2, TakeParty(1)) == ("DR-P4-20",)
    assert draft.refuses(2, TakeParty(3)) == ("DR-P4-19",)
    draft.do(2, TakeParty(2))
    assert draft.state.turn == 1
    assert "DR-P4-20" in draft.table.relied
    assert Draft().refuses(1, TakeParty(1)) == ("DR-P4-4", "DR-P4-5")


@pytest.mark.clause("DR-P4S-1", "DR-P4S-2", "DR-P4S-3", "DR-P4S-4", "DR-P4-11", "DR-P1-4")
def test_the_partner() -> None:
    """The human alone picks, pick after pick, up to 6; then one solo unit is the partner's whole party."""
    draft = Draft(mode=PARTNER_MODE, stars={1: 3, 2: 2, 3: 3})
    assert draft.refuses(1, TakePartner(21)) == ("DR-P4S-3",)
    draft.do(1, Pick(1)).do(1, Pick(2))
    assert draft.refuses(1, Pick(3)) == ("DR-P4-8",)
    draft.do(1, Pick(4)).do(1, PASS)
    assert draft.asked() == (1, "partner")
    assert draft.state.step == Step.PARTNER
    assert draft.refuses(1, TakePartner(5)) == ("DR-P4S-4", "DR-P4S-3")
    assert draft.refuses(1, Pick(5)) == ("DR-P4S-2",)
    for unit in range(21, 27):
        assert draft.allows(1, TakePartner(unit))
    draft.do(1, TakePartner(24))
    assert [(event.unit, event.seat) for event in draft.events("Picked")] == [(24, 2)]
    assert [draft.party(1), draft.party(2)] == [[1, 2, 4], [24]]


@pytest.mark.clause("DR-P4S-5", "DR-P4S-7")
def test_solo_units_are_the_partners_only() -> None:
    """Neither the human's party nor one in multi mode takes them."""
    assert Draft(mode=PARTNER_MODE).refuses(1, Pick(21)) == ("DR-P4S-5",)
    assert Draft().refuses(1, Pick(21)) == ("DR-P4S-7",)
    assert Draft().refuses(1, TakePartner(21)) == ("DR-P4S-7",)


@pytest.mark.clause("DR-P4S-8")
def test_who_begins_with_a_partner() -> None:
    """The human, or the partner if the set-up says so; the human picks all the same."""
    for seat in (1, 2):
        draft = Draft(mode=PARTNER_MODE, first=seat)
        draft.order(6)
        draft.do(1, PASS, TakePartner(21))
        assert draft.state.active == seat
        assert len(draft.table.side[seat].hand) == 5
        assert "DR-P4S-8" in draft.table.relied
        assert "DR-P4-6" not in draft.table.relied, "a single picker has no neighbours"
    multi = Draft()
    multi.order(6)
    assert ("DR-P4-6" in multi.table.relied, "DR-P4S-8" in multi.table.relied) == (True, False)


@pytest.mark.clause("DR-P4-20", "DR-P4S-3")
def test_a_ready_made_party_with_a_partner() -> None:
    """The human takes one of the four, and then the partner's unit."""
    draft = Draft(mode=PARTNER_MODE, party_source=PartySource.PRESET).do(1, TakeParty(2))
    assert draft.asked() == (1, "partner")
    draft.do(1, TakePartner(21))
    assert [draft.party(1), draft.party(2)] == [[6, 7], [21]]
