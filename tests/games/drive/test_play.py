"""2. プレイステップ: what may be played on what."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.games.drive.cards.cards import Cards
from shinpan_engine.games.drive.chapters.play import wrong_extra, wrong_set
from shinpan_engine.games.drive.table.actions import PASS, Name, Play
from shinpan_engine.games.drive.table.options import PlusExtraOnTop, SetOrder
from shinpan_engine.kernel.errors import Undecidable

from ...random_games import WIDE
from .scene import Scene, auto, c, cs, op, pack_rows

CARDS = Cards(pack_rows())
ALL = "g0 g1 g2 g3 g4 r0 r1 r2 r3 r4 b3 b4 b2 g12 r12 b12 b23 g23 gr1 gy2 rb2 gb3"


def clause(top: str, names: str, extra: str = "", free: bool = False) -> str:
    """The clause that forbids a play on this top card; empty if it is legal."""
    on = c(top) if top else 0
    found = wrong_set(CARDS, on, cs(names), free) or wrong_extra(CARDS, cs(names), cs(extra))
    return found.clause if found else ""


@pytest.mark.clause("DR-S2.1-1", "DR-S2.1-2")
def test_same_colour_or_same_number() -> None:
    """F9: the led card shares a colour or a number with the top card of the field, and no deeper one counts."""
    scene = Scene(hands=["g3 r2 r3", ""], field="r3' g2'")
    assert scene.allows(1, Play(cs("g3")))
    assert scene.allows(1, Play(cs("r2")))
    assert scene.refuses(1, Play(cs("r3"))) == ("DR-S2.1-1", "DR-S2.1-2")


@pytest.mark.clause("DR-S2.1-3", "DR-S2.1-4", "DR-S2.2-1", "DR-B-19")
def test_an_empty_field_takes_any_card() -> None:
    """While the field is empty any card leads, but sets are still of one number."""
    for boss in (False, True):
        scene = Scene(hands=["r1 b3 g3", ""], boss=boss)
        for name in ("r1", "b3", "g3", "b3 g3", "g3 b3"):
            assert scene.allows(1, Play(cs(name)))
        assert scene.refuses(1, Play(cs("r1 b3"))) == ("DR-S2.2-3", "DR-S2.2-1", "DR-S2.1-4")


@pytest.mark.clause("DR-S2.1-3")
def test_a_field_still_empty_after_a_pass_takes_any_card() -> None:
    """If the first player passes the field is still empty, and the next one plays freely."""
    scene = Scene(hands=["", "r1 b3"]).do(1, PASS)
    assert scene.allows(2, Play(cs("r1")))
    assert scene.allows(2, Play(cs("b3")))


@pytest.mark.clause("DR-S2.2-1", "DR-S2.2-2")
def test_a_set_led_by_a_card_that_matches() -> None:
    """F13: on green 2 the set green 3, red 3, blue 3 is legal; red 3 with blue 3 is not."""
    assert clause("g2", "g3 r3 b3") == ""
    assert clause("g2", "g3 b3 r3") == ""
    assert clause("g2", "r3 b3") == "DR-S2.2-2"
    scene = Scene(hands=["r3 b3 g3", ""], field="g2")
    assert scene.refuses(1, Play(cs("r3 b3"))) == ("DR-S2.2-2", "DR-S2.1-1")
    assert "DR-S2.2-2" in scene.plays("g3 r3 b3").table.relied


@pytest.mark.clause("DR-S2.2-4")
def test_the_matching_card_lies_lowest() -> None:
    """By default a card that matches is lowest; with set_order = free any order goes, and the last is the new top."""
    assert clause("g2", "r3 g3") == "DR-S2.2-4"
    assert clause("g2", "r3 g3", free=True) == ""
    assert clause("r1", "b12 r2") == "DR-S2.2-4"
    assert clause("r1", "b12 r2", free=True) == ""
    assert clause("g2", "r3 b3", free=True) == "DR-S2.2-2"
    scene = Scene(hands=["r3 g3", "g1 r1"], field="g2")
    assert scene.refuses(1, Play(cs("r3 g3"))) == ("DR-S2.2-4", "DR-S2.2-2")
    scene.plays("g3 r3").next_turn()
    assert scene.state.field == cs("g2 g3 r3")
    assert "DR-S2.2-4" in scene.table.relied
    assert scene.allows(2, Play(cs("r1")))
    assert not scene.allows(2, Play(cs("g1")))
    free = Scene(hands=["r3 g3", "g1 r1"], field="g2", set_order=SetOrder.FREE)
    free.plays("r3 g3").next_turn()
    assert free.state.field == cs("g2 r3 g3")
    assert free.allows(2, Play(cs("g1")))


@pytest.mark.clause("DR-S2.2-3")
def test_one_colour_is_no_set() -> None:
    """Cards of one colour and different numbers are no set."""
    assert clause("g2", "g1 g3") == "DR-S2.2-3"
    scene = Scene(hands=["g1 g3", ""], field="g2")
    assert scene.refuses(1, Play(cs("g1 g3")))[0] == "DR-S2.2-3"


@pytest.mark.clause("DR-S2.2-5", "DR-S2.5-8", "DR-S2.7-1")
def test_nothing_is_forced_into_a_play() -> None:
    """Equal numbers and an extra card may stay in hand, and so may everything."""
    scene = Scene(hands=["g4 r4 g0", ""], field="g2")
    for names, extra in (("g4", ""), ("g4 r4", ""), ("g4", "g0"), ("g0", "")):
        assert scene.allows(1, Play(cs(names), cs(extra)))
    assert scene.allows(1, PASS)


@pytest.mark.clause("DR-S2.3-1", "DR-S2.3-2", "DR-S2.3-4", "DR-S2.3-6")
def test_a_number_wild_is_one_of_its_numbers() -> None:
    """F14, F15: a wild leads as either number, cannot bridge two, and must match and pair with the same one."""
    assert clause("b1", "r12") == ""
    assert clause("b2", "r12") == ""
    assert clause("b3", "r12") == "DR-S2.1-1"
    assert clause("g1", "g12 g1' g2") == "DR-S2.3-2"
    assert clause("r1", "b12 g2") == "DR-S2.3-4"
    assert clause("y1", "g2 b12") == "DR-S2.3-4"
    assert clause("r1", "b12 g1") == ""
    assert clause("b1", "b12 g2") == ""
    assert clause("g12", "b23") == ""
    assert clause("g12", "b23 r3") == "DR-S2.3-4"
    assert clause("g12", "b23 r2") == ""
    scene = Scene(hands=["g12 g1' g2 b12", ""], field="r1")
    assert scene.refuses(1, Play(cs("g12 g1' g2"))) == ("DR-S2.3-2", "DR-S2.2-3")
    assert scene.refuses(1, Play(cs("b12 g2"))) == ("DR-S2.3-4", "DR-S2.3-2")


@pytest.mark.clause("DR-S2.3-5")
def test_a_wild_on_the_field_is_either_number() -> None:
    """F16: what a wild was played as does not bind the next player."""
    scene = Scene(hands=["g12", "r2 r1 r3"], field="r1'").plays("g12").next_turn()
    assert scene.allows(2, Play(cs("r2")))
    assert scene.allows(2, Play(cs("r1")))
    assert not scene.allows(2, Play(cs("r3")))
    assert "DR-S2.3-5" in scene.do(2, Play(cs("r2"))).table.relied


@pytest.mark.clause("DR-S2.3-3")
def test_the_number_of_a_wild_is_named_where_it_counts() -> None:
    """Where a skill depends on it and both numbers are legal, the player says which; otherwise nobody is asked."""
    counting = {1: {"skills": [auto("play", op("mana"), condition={"numbers": [2]})]}}
    scene = Scene(hands=["g12 g2 g1", ""], parties=[[1]], field="g3", units=counting).plays("g12")
    assert scene.asked() == (1, "number")
    assert scene.refuses(1, Name(3)) == ("DR-S2.3-3",)
    assert scene.do(1, Name(2)).mana() == [1, 0]
    assert "DR-S2.3-3" in scene.table.relied
    other = Scene(hands=["g12 g2 g1", ""], parties=[[1]], field="g3", units=counting).plays("g12")
    assert other.do(1, Name(1)).mana() == [0, 0]
    for names, field, mana in (("g12 g2", "g3", 1), ("g12 g1", "g3", 0), ("g12", "r2", 1), ("g12", "r1", 0)):
        certain = Scene(hands=["g12 g2 g1", ""], parties=[[1]], field=field, units=counting).plays(names)
        assert certain.asked() != (1, "number")
        assert certain.mana() == [mana, 0], (names, field)
    assert Scene(hands=["g12", ""], parties=[[1]], field="g3").plays("g12").asked() == (1, "action")
    assert scene.refuses(1, Name(1)) == ("DR-S2.3-3",)


@pytest.mark.clause("DR-S2.3-3", "DR-S2.6-2")
def test_the_number_of_a_wild_as_extra_card_is_named_too() -> None:
    """The extra card counts as a played number, of a wild the one that is named."""
    counting = {1: {"skills": [auto("play", op("mana"), condition={"numbers": [2]})]}}
    for extra, mana in (("g2", 1), ("g3", 0)):
        plain = Scene(hands=[f"g4 {extra}", ""], parties=[[1]], units=counting).plays("g4", extra)
        assert (plain.asked(), plain.mana()) == ((1, "action"), [mana, 0])
    asking = {1: {"skills": [auto("play", op("mana"), condition={"numbers": [2]}, optional=True)]}}
    wild = Scene(hands=["g12", ""], parties=[[1]], units=asking).plays("g12").do(1, Name(2))
    assert wild.asked() == (1, "triggered")
    for number, mana in ((1, 0), (2, 1)):
        scene = Scene(hands=["g4 g12", ""], parties=[[1]], units=counting).plays("g4", "g12")
        assert scene.asked() == (1, "number")
        assert scene.do(1, Name(number)).mana() == [mana, 0]


@pytest.mark.clause("DR-S2.4-1", "DR-S2.4-2")
def test_a_colour_wild_has_both_colours() -> None:
    """It leads through either of its colours, and on it either of them leads."""
    assert clause("y3", "gy2") == ""
    assert clause("g3", "gy2") == ""
    assert clause("b3", "gy2") == "DR-S2.1-1"
    assert clause("gy2", "g4") == ""
    assert clause("gy2", "y1") == ""
    assert clause("gy2", "r1") == "DR-S2.1-1"


@pytest.mark.clause("DR-S2.5-1", "DR-S2.5-2", "DR-S2.5-6")
def test_the_icon_adds_a_card_of_its_colour() -> None:
    """With + one more card of a colour of that card goes down, whatever its number; a colour-wild fits by either."""
    assert clause("r1", "r4", "r0") == ""
    assert clause("r1", "r4", "r12") == ""
    assert clause("r1", "r4", "g0") == "DR-S2.5-2"
    assert clause("r1", "r2", "r0") == "DR-S2.5-2"
    assert clause("g1", "g4", "gr1") == ""
    assert clause("b1", "b4", "gr1") == "DR-S2.5-2"
    wild = Cards(pack_rows(icons={"yb4": {"plus": True}}))
    assert wrong_extra(wild, cs("yb4"), cs("y1")) is None
    assert wrong_extra(wild, cs("yb4"), cs("b1")) is None
    assert wrong_extra(wild, cs("yb4"), cs("gy2")) is None
    assert wrong_extra(wild, cs("yb4"), cs("r1")) is not None
    scene = Scene(hands=["r4 g0 r2 r0", ""], field="r1")
    assert scene.refuses(1, Play(cs("r4"), cs("g0"))) == ("DR-S2.5-2",)
    assert scene.refuses(1, Play(cs("r2"), cs("r0"))) == ("DR-S2.5-2", "DR-S2.5-1")


@pytest.mark.clause("DR-S2.5-3", "DR-S2.5-5")
def test_only_one_extra_card() -> None:
    """Two icons add one card, and the extra card adds nothing: neither companions nor another card."""
    scene = Scene(hands=["g4 r4 r0 r1 r2 b2", ""], field="g1")
    assert scene.refuses(1, Play(cs("g4 r4"), cs("r0 r1"))) == ("DR-S2.5-3", "DR-S2.5-5")
    assert scene.refuses(1, Play(cs("g4 r4"), cs("r2 b2"))) == ("DR-S2.5-3", "DR-S2.5-5")
    assert scene.allows(1, Play(cs("g4 r4"), cs("r2")))
    assert clause("g1", "g4", "g4'") == ""
    assert clause("g1", "g4 g0") == "DR-S2.2-3"


@pytest.mark.clause("DR-S2.5-4")
def test_the_topmost_icon_gives_the_colour() -> None:
    """F17, F30: of several icons the topmost counts; a card without icon above it does not."""
    assert clause("g4'", "g4 r4", "r0") == ""
    assert clause("g4'", "g4 r4", "g0") == "DR-S2.5-4"
    plain = Cards(pack_rows(icons={"r23": {"numbers": [3, 4]}}))
    assert wrong_set(plain, c("g4'"), cs("g4 r23")) is None
    assert wrong_extra(plain, cs("g4 r23"), cs("g0")) is None
    wrong = wrong_extra(plain, cs("g4 r23"), cs("r0"))
    assert wrong is not None
    assert wrong.clause == "DR-S2.5-4"
    under = Scene(hands=["g4 r23 g0", ""], field="g1", icons={"r23": {"numbers": [3, 4]}}).plays("g4 r23", "g0")
    assert "DR-S2.5-4" in under.table.relied
    assert "DR-S2.5-4" not in Scene(hands=["g4 g0", ""], field="g1").plays("g4", "g0").table.relied
    scene = Scene(hands=["g4 r4 g0 r0", ""], field="g1")
    assert scene.refuses(1, Play(cs("g4 r4"), cs("g0"))) == ("DR-S2.5-4",)
    scene.plays("g4 r4", "r0")
    assert "DR-S2.5-4" in scene.table.relied


@pytest.mark.clause("DR-S2.5-7", "DR-S2.5-9", "DR-S2.6-2")
def test_where_the_extra_card_lies() -> None:
    """F18: it does not give the match; it lies on top, or with the other reading under the set."""
    assert clause("r0", "g4", "g0") == "DR-S2.1-1"
    scene = Scene(hands=["r4 r0", "y0' y4"], field="r1").plays("r4", "r0")
    assert scene.state.played == cs("r4 r0")
    assert "DR-S2.5-7" in scene.table.relied
    assert scene.next_turn().state.field == cs("r1 r4 r0")
    assert scene.allows(2, Play(cs("y0'")))
    assert not scene.allows(2, Play(cs("y4")))
    under = Scene(hands=["r4 r0", "y0' y4"], field="r1", plus_extra_on_top=PlusExtraOnTop.FALSE).plays("r4", "r0")
    assert under.next_turn().state.field == cs("r1 r0 r4")
    assert under.allows(2, Play(cs("y4")))
    assert not under.allows(2, Play(cs("y0'")))


@pytest.mark.clause("DR-S2-1")
def test_one_play_in_a_turn() -> None:
    """After a play there is neither a second one nor a pass."""
    scene = Scene(hands=["g1 g2", ""]).plays("g1")
    assert scene.refuses(1, Play(cs("g2"))) == ("DR-S2-1",)
    assert scene.refuses(1, PASS) == ("DR-S2.7-12", "DR-G-6")


@pytest.mark.clause("DR-S2-2", "DR-P4S-9")
def test_cards_come_from_the_own_hand() -> None:
    """Neither another's card, nor one of the deck, nor one twice, nor none at all."""
    scene = Scene(hands=["g1", "g2"])
    for cards in (cs("g2"), cs("y0'"), cs("g1 g1"), [], [99], [0]):
        assert scene.refuses(1, Play(cards)) == ("DR-S2-2",)
    assert scene.refuses(1, Play(cs("g1"), cs("g1"))) == ("DR-S2-2",)
    partner = Scene(hands=["g1", "g2"], mode="solo_partner")
    assert partner.refuses(1, Play(cs("g2"))) == ("DR-S2-2",)


def test_a_face_that_the_pack_does_not_tell_is_undecidable() -> None:
    """Whether a card of unknown face may be played, or anything on it, nothing decides; a pass is legal all the
    same."""
    scene = Scene(hands=["g1 g2", ""], field="g3")
    rows = pack_rows()
    rows.circuit = [row for row in rows.circuit if row.number != c("g1")]
    scene.table.cards = Cards(rows)
    with pytest.raises(Undecidable):
        scene.match.consider(1, Play(cs("g1")))
    assert [act for _, act in scene.match.options()] == [PASS, Play(cs("g2"))]
    scene.state.field.append(c("g1"))
    with pytest.raises(Undecidable):
        scene.match.consider(1, Play(cs("g2")))


@pytest.mark.clause("DR-S2.6-1", "DR-S2.6-3")
def test_a_play_triggers_before_the_battle() -> None:
    """Skills on card play take effect when all cards are down, before any unit joins; then battle, bonus and action
    follow."""
    units = {1: {"skills": [auto("play", op("mana"))]}}
    scene = Scene(hands=["g1", ""], parties=[[1]], units=units, icons={"g1": {"mana": 1}}).plays("g1")
    names = [type(event).__name__ for event in scene.table.events]
    order = [names.index(name) for name in ("Played", "SkillUsed", "Joined", "Damage")]
    assert order == sorted(order)
    assert scene.asked() == (1, "action")
    assert scene.mana() == [2, 0]
    assert "DR-S2.6-3" in scene.table.relied


def legal_by_search(top: int, played: list[int]) -> bool:
    """Whether some number for every wild makes the set legal: the slow way."""
    numbers = [[n for n in range(10) if CARDS.numbers[card] >> n & 1] for card in played]
    common = [n for n in range(10) if all(n in of for of in numbers)]
    if not common or not top:
        return bool(common)
    lead = played[0]
    by_colour = CARDS.colours[lead] & CARDS.colours[top] != 0
    return by_colour or any(CARDS.numbers[top] >> n & 1 for n in common)


@WIDE
@given(st.sampled_from(["", *ALL.split()]), st.lists(st.sampled_from(ALL.split()), min_size=1, max_size=4, unique=True))
def test_sets_are_judged_as_by_search(top: str, names: list[str]) -> None:
    """Any set on any top card is legal exactly when a number can be found that groups it and matches."""
    on = c(top) if top else 0
    assert (wrong_set(CARDS, on, cs(" ".join(names))) is None) == legal_by_search(on, cs(" ".join(names)))


@WIDE
@given(st.sampled_from(ALL.split()), st.lists(st.sampled_from(ALL.split()), min_size=1, max_size=4, unique=True))
def test_free_order_is_any_order_that_leads(top: str, names: list[str]) -> None:
    """With set_order = free a set is legal exactly when some order of it is legal otherwise."""
    some = any(wrong_set(CARDS, c(top), list(order)) is None for order in permutations(cs(" ".join(names))))
    assert (wrong_set(CARDS, c(top), cs(" ".join(names)), free=True) is None) == some
