"""アメリア: her cards, her crack skill and 《操甲》."""

import pytest

from shinpan_engine.games.hackclad.table.actions import (
    CRACK,
    Activate,
    Deed,
    Deploy,
    Gather,
    Shift,
    Spend,
    Take,
    Withdraw,
)
from shinpan_engine.games.hackclad.table.options import GridEdge
from shinpan_engine.games.hackclad.table.state import Lasts, Modified

from .scene import AMELIA, LUNA, MIA, NORTH, PASS, ROSETTE, YES, Scene, choose


def amelia(*cards: str, at: str = "c2", **more: object) -> Scene:
    """アメリア south of the clad."""
    return Scene(AMELIA, LUNA, at={1: at}, hand={1: list(cards)}, **more)  # type: ignore[arg-type]


def tokens(scene: Scene, *names: str) -> list[int]:
    """Crossings by name."""
    return sorted(scene.crossing(name) for name in names)


@pytest.mark.parametrize(("discarded", "vp"), [(0, 1), (2, 1), (3, 2), (5, 2), (6, 3)])
def test_steel_thread_grows_with_the_discard_pile(discarded: int, vp: int) -> None:
    """鋼糸操術: MP 1, ATK 1, +1 for every three cards in the discard pile."""
    names = ["ショット", "ガード", "ムーブ", "ツチグモ", "行動指令", "探査"][:discarded]
    scene = amelia("鋼糸操術", mp={1: 1}, discard={1: names}).uses(1, "鋼糸操術", NORTH, "c3")
    assert scene.side(1).vp == vp


@pytest.mark.clause("HC-8.4.5-3", "HC-8.4.5-1", "HC-8.4.5-4", "HC-6.7-3")
def test_tsuchigumo_is_put_on_a_corner() -> None:
    """ツチグモ: one on a free corner of her square; then she may move 1."""
    scene = amelia("ツチグモ", at="c3", clad="e5", tokens={1: []})
    scene.side(1).tokens = tokens(scene, "b2+")
    scene.uses(1, "ツチグモ")
    assert scene.allowed(1, Deploy) == [Deploy(c) for c in tokens(scene, "c2+", "b3+", "c3+")]
    assert scene.refuses(1, Deploy(scene.crossing("b2+"))) == ("HC-8.4.5-4",)
    assert scene.refuses(1, Deploy(scene.crossing("d3+"))) == ("HC-8.4.5-3",)
    scene.do(1, Deploy(scene.crossing("c3+")), scene.move("c4"))
    assert (scene.side(1).tokens, scene.where(1)) == (tokens(scene, "b2+", "c3+"), "c4")


@pytest.mark.clause("HC-8.4.5-1")
def test_the_grid_wraps_or_ends() -> None:
    """The crossings on the edge are shared with the opposite edge; by an option there are none."""
    scene = amelia("ツチグモ", at="a1").uses(1, "ツチグモ")
    assert scene.allowed(1, Deploy) == [Deploy(c) for c in tokens(scene, "a1+", "e1+", "a5+", "e5+")]
    inner = amelia("ツチグモ", at="a1", options={"grid_edge": GridEdge.INNER}).uses(1, "ツチグモ")
    assert inner.side(1).tokens == tokens(inner, "a1+"), "the only one, so nothing is asked"
    side = amelia("ツチグモ", at="a3", options={"grid_edge": GridEdge.INNER}).uses(1, "ツチグモ")
    assert side.refuses(1, Deploy(side.crossing("e3+"))) == ("HC-8.4.5-1",)


@pytest.mark.clause("HC-8.4.5-4", "HC-4.4.1-2")
def test_another_amelia_bars_a_crossing() -> None:
    """Any ツチグモ takes a crossing, whoever owns it."""
    scene = Scene(AMELIA, AMELIA, at={1: "c2"}, hand={1: ["ツチグモ"]}, options={"copies": 2})
    scene.side(2).tokens = tokens(scene, "b1+", "c1+", "b2+")
    scene.uses(1, "ツチグモ")
    assert scene.side(1).tokens == tokens(scene, "c2+")
    full = Scene(AMELIA, AMELIA, at={1: "c2"}, hand={1: ["ツチグモ"]}, options={"copies": 2})
    full.side(2).tokens = tokens(full, "b1+", "c1+", "b2+", "c2+")
    full.uses(1, "ツチグモ")
    assert (full.side(1).tokens, full.asked()) == ([], [(1, "may_move")])


@pytest.mark.clause("HC-8.4.5-5", "HC-8.4.5-6")
def test_the_ninth_is_skipped() -> None:
    """With eight on the field no more is put, and the rest of the text goes on."""
    scene = amelia("ツチグモ", tokens={1: [1, 2, 3, 4, 5, 6, 7, 9]}).uses(1, "ツチグモ")
    assert (len(scene.side(1).tokens), scene.asked()) == (8, [(1, "may_move")])


@pytest.mark.clause("HC-8.4.5-7", "HC-8.4.5-11")
def test_an_order_moves() -> None:
    """行動指令, 操甲-移動: one ツチグモ to a free crossing beside it, around the edge too."""
    scene = amelia("行動指令")
    scene.side(1).tokens = tokens(scene, "a1+", "b1+")
    scene.uses(1, "行動指令").do(1, choose(1))
    assert scene.refuses(1, Shift(scene.crossing("c3+"), scene.crossing("c4+"))) == ("HC-8.4.5-7",)
    assert scene.refuses(1, Shift(scene.crossing("a1+"), scene.crossing("b1+"))) == ("HC-8.4.5-7",)
    assert scene.refuses(1, Shift(scene.crossing("a1+"), scene.crossing("b2+"))) == ("HC-8.4.5-7",)
    scene.do(1, Shift(scene.crossing("a1+"), scene.crossing("e1+")))
    assert scene.side(1).tokens == tokens(scene, "b1+", "e1+")


@pytest.mark.clause("HC-8.4.5-8", "HC-8.4.5-2")
def test_an_order_gathers() -> None:
    """行動指令, 操甲-採集: all stones of one square around a ツチグモ, whoever stands there, from off the field too."""
    scene = Scene(AMELIA, LUNA, at={2: "d4"}, hand={1: ["行動指令"]}, stones={"d4": 4, "c3": 1})
    scene.side(1).tokens = tokens(scene, "c3+")
    scene.side(1).square = 0
    scene.uses(1, "行動指令").do(1, choose(2))
    assert scene.refuses(1, Gather(scene.square("e5"))) == ("HC-8.4.5-8",)
    scene.do(1, Gather(scene.square("d4")))
    assert (scene.side(1).vp, scene.stones()) == (4, {"c3": 1})


@pytest.mark.clause("HC-8.4.5-9", "HC-8.4.3.L-10")
def test_an_order_shoots() -> None:
    """行動指令, 操甲-射撃: ATK 1 on one clad or legion around a ツチグモ; no ATK of attack cards counts."""
    scene = amelia("行動指令", tails=["c4"])
    scene.side(1).tokens = tokens(scene, "c3+")
    scene.table.modify(1, Modified.ATK, 3, Lasts.TURN)
    scene.uses(1, "行動指令").do(1, choose(3))
    assert scene.refuses(1, scene.target("d4")) == ("HC-8.4.5-9",)
    scene.do(1, scene.target("c4"))
    assert (scene.side(1).vp, scene.legions()) == (1, {})
    assert [e.amount for e in scene.events("Hit")] == [1]


@pytest.mark.clause("HC-3-12", "HC-9.1-1")
def test_exploration_looks_at_the_own_deck() -> None:
    """探査: may move a ツチグモ; then the top card of the deck is looked at, and discarded or left."""
    scene = amelia("探査", deck={1: ["ショット", "ガード"]}).uses(1, "探査").do(1, PASS)
    assert [(e.cards, e.private) for e in scene.events("Peeked")] == [([scene.card(1, "ショット")], 1)]
    scene.do(1, YES)
    assert scene.discarded(1) == ["ショット", "探査"]
    kept = amelia("探査", deck={1: ["ショット", "ガード"]}).uses(1, "探査").do(1, PASS, PASS)
    assert (kept.discarded(1), len(kept.side(1).deck)) == (["探査"], 2)


@pytest.mark.clause("HC-11.1-6", "HC-X-5", "HC-8.4.5-12")
def test_experiment_grows_the_deck() -> None:
    """実験: by the erratum for a ツチグモ taken off, a random card of the extended deck goes to the discard pile."""
    scene = amelia("実験")
    scene.side(1).tokens = tokens(scene, "c3+")
    assert scene.refuses(1, scene.use(1, "実験")) == ("HC-12.1-1",)
    before = len(scene.side(1).extended)
    scene.uses(1, "実験", crossing=scene.crossing("c3+"))
    assert (len(scene.side(1).extended), len(scene.side(1).discard)) == (before - 1, 2)
    assert scene.side(1).tokens == []
    printed = amelia("実験", edition="1.0.0").uses(1, "実験")
    assert len(printed.side(1).discard) == 2
    last = amelia("実験", edition="1.0.0")
    last.side(1).extended = []
    assert len(last.uses(1, "実験").side(1).discard) == 1, "with nothing left it is used for nothing"


@pytest.mark.parametrize(("discarded", "vp"), [(2, 0), (3, 0), (4, 1), (6, 3)])
@pytest.mark.clause("HC-3-16")
def test_electromagnetic_gun(discarded: int, vp: int) -> None:
    """電磁砲: MP 1, ATK = the cards in the discard pile - 3, at least 0; 0 is no damage."""
    names = ["ショット", "ガード", "ムーブ", "ツチグモ", "行動指令", "探査"][:discarded]
    scene = amelia("電磁砲", mp={1: 1}, discard={1: names}).uses(1, "電磁砲", NORTH, "c3")
    assert (scene.side(1).vp, scene.side(1).hits) == (vp, vp > 0)


@pytest.mark.clause("HC-12.1-14")
def test_defence_net_shelters() -> None:
    """防衛網: 操甲-配備; from the discard pile every attack on her does as much less as own ツチグモ have her in their
    search range, a movement attack nothing."""
    scene = Scene(AMELIA, LUNA, at={1: "c4"}, discard={1: ["防衛網"]}, voltage=3, clads=("X2", "X4", "X5"), vp={1: 9})
    scene.side(1).tokens = tokens(scene, "c4+", "b3+", "a1+")
    scene.ends(1).passes(1)
    assert [e.amount for e in scene.events("Damage")] == [2]
    moving = Scene(AMELIA, LUNA, at={1: "c4"}, discard={1: ["防衛網"]}, voltage=3, clads=("X8", "X4", "X5"), vp={1: 9})
    moving.side(1).tokens = tokens(moving, "c4+", "b3+")
    moving.ends(1).passes(1)
    assert [e.amount for e in moving.events("Damage")] == [4]
    used = amelia("防衛網").uses(1, "防衛網")
    assert used.asked() == [(1, "deploy")]


@pytest.mark.parametrize(("count", "shots"), [(1, 2), (4, 2), (5, 3)])
def test_sweep_fire(count: int, shots: int) -> None:
    """機銃掃射: 操甲-射撃 twice, and a third time with five own ツチグモ on the field."""
    scene = amelia("機銃掃射", tokens={1: [13, 1, 2, 3, 4][:count]}).uses(1, "機銃掃射")
    assert (scene.side(1).vp, scene.side(1).hits) == (shots, shots)


@pytest.mark.clause("HC-8.4.3-7", "HC-8.4.5-11")
def test_strengthened_operation() -> None:
    """強化操甲: MP 1, damage of ツチグモ +1 in this turn; from the discard pile one 操甲 in each own turn."""
    scene = amelia("強化操甲", mp={1: 1}, tokens={1: [13]}).uses(1, "強化操甲")
    scene.do(1, Activate(scene.card(1, "強化操甲")), choose(3))
    assert scene.side(1).vp == 2
    assert scene.refuses(1, Activate(scene.card(1, "強化操甲"))) == ("HC-8.4.3-7",)
    assert scene.refuses(1, Activate(scene.card(1, "ガード"))) == ("HC-8.4.3-7",)
    scene.ends(1)
    assert (scene.side(1).spent, scene.side(1).modifiers) == ([], [])


@pytest.mark.clause("HC-X-5", "HC-3-17")
def test_search_in_both_editions() -> None:
    """捜索: CP +1, and a draw with five cards in the deck; first a plain support card, by the erratum MP 1."""
    scene = amelia("捜索")
    assert scene.refuses(1, scene.use(1, "捜索")) == ("HC-8.4.3.K-8", "HC-3.G-5")
    paid = amelia("捜索", mp={1: 1}).uses(1, "捜索")
    assert (paid.side(1).mp, paid.side(1).cp, len(paid.side(1).hand)) == (0, 1, 1)
    printed = amelia("捜索", edition="1.0.0").uses(1, "捜索")
    assert (printed.side(1).cp, len(printed.side(1).hand)) == (1, 1)
    short = amelia("捜索", mp={1: 1}, deck={1: ["ショット", "ガード"]}).uses(1, "捜索")
    assert (short.side(1).cp, len(short.side(1).hand)) == (1, 0)


def test_restart_takes_any_card() -> None:
    """再起動: MP 1, any card of the discard pile goes to the hand."""
    scene = amelia("再起動", mp={1: 1}, discard={1: ["ショット", "ガード"]}).uses(1, "再起動")
    scene.do(1, Take(scene.card(1, "ガード")))
    assert (scene.hand(1), scene.discarded(1)) == (["ガード"], ["ショット", "再起動"])
    one = amelia("再起動", mp={1: 1}, discard={1: ["ガード"]}).uses(1, "再起動")
    assert one.hand(1) == ["ガード"], "a choice of one is none"


@pytest.mark.clause("HC-9.1-11", "HC-8.4.5-12")
def test_change_of_gear_draws_for_tokens() -> None:
    """転装: MP 2, no rebuild in this turn; own ツチグモ, at most as many as the deck has cards, for as many cards."""
    scene = amelia("転装", mp={1: 2}, deck={1: ["ショット", "ガード"]}, tokens={1: [1, 2, 3]}).uses(1, "転装")
    assert scene.refuses(1, Withdraw([1, 2, 3])) == ("HC-8.4.3.A-4",)
    assert scene.refuses(1, Withdraw([4])) == ("HC-8.4.5-12",)
    for badly_written in ([2, 1], [1, 1], []):
        assert scene.refuses(1, Withdraw(badly_written)) == ("",)
    scene.do(1, Withdraw([1, 3]))
    assert (scene.hand(1), scene.side(1).tokens) == (["ショット", "ガード"], [2])
    cp = scene.side(1).cp = 4
    scene.do(1, Spend(Deed.DRAW))
    assert (len(scene.side(1).hand), scene.side(1).cp) == (2, cp - 4), "nothing is drawn, nothing rebuilt"


def test_change_of_gear_may_take_none() -> None:
    """転装: none may be taken off; without any, or with an empty deck, nothing is asked."""
    scene = amelia("転装", mp={1: 2}, tokens={1: [1]}).uses(1, "転装").do(1, PASS)
    assert (scene.side(1).tokens, scene.hand(1), scene.asked()) == ([1], [], [(1, "turn")])
    assert amelia("転装", mp={1: 2}).uses(1, "転装").asked() == [(1, "turn")]
    assert amelia("転装", mp={1: 2}, tokens={1: [1]}, deck={1: []}).uses(1, "転装").asked() == [(1, "turn")]


def test_a_search_shuffles_the_deck() -> None:
    """Her crack skill: what is left of the deck lies as the record tells."""
    deck = ["ショット", "ガード", "転装"]
    scene = amelia(deck={1: deck}, cp={1: 2}, chance={"search/p1/1": ["W05-02", "W05-01"]}).do(1, CRACK)
    scene.do(1, Take(scene.card(1, "転装")))
    assert scene.side(1).deck == [scene.card(1, "ガード"), scene.card(1, "ショット")]


@pytest.mark.clause("HC-8.4.3.A-6", "HC-3-12")
def test_the_crack_skill_of_amelia() -> None:
    """Her crack skill: 2 CP, a card of choice is drawn from the deck, which is shuffled."""
    scene = amelia(deck={1: ["ショット", "ガード", "転装"]}, cp={1: 2}).do(1, CRACK)
    assert scene.refuses(1, Take(scene.card(1, "再起動"))) == ("HC-8.4.3.A-4", "HC-3-20")
    scene.do(1, Take(scene.card(1, "転装")))
    assert (scene.hand(1), len(scene.side(1).deck), scene.side(1).cp) == (["転装"], 2, 0)


@pytest.mark.clause("HC-1-13", "HC-1-14", "HC-6.7-2", "HC-6.7-3")
def test_others_own_no_tokens() -> None:
    """Nobody but アメリア has ツチグモ, nobody but ミア has トラバサミ."""
    for witch in (ROSETTE, LUNA, MIA):
        scene = Scene(witch, AMELIA)
        assert scene.table.character(1).row.tokens == 0
    assert [Scene(AMELIA, LUNA).table.character(1).row.tokens, Scene(MIA, LUNA).table.character(1).row.traps] == [8, 2]
