"""Records of 精霊回路ドライヴ as people write them."""

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import EventClaim
from shinpan_engine.kernel.judging.referee import Replay, verify
from shinpan_engine.kernel.judging.report import Verdict
from shinpan_records import transcript
from shinpan_records.transcript.alike import Alike

PICKED = """shinpan 1
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
"""Both are at the limit, and p2 would pick next."""


@pytest.mark.clause("DR-P4-12", "DR-P4-14")
@pytest.mark.parametrize(
    ("lines", "turn", "actions"),
    [
        (("p1 play cards=C15",), 1, 8),
        (("p1 pass", "p1 play cards=C15"), 1, 8),
        (("p1 pass", "p2 pass", "p1 play cards=C15"), 1, 8),
        (("p2 pass", "p1 pass", "p1 play cards=C15"), 1, 8),
        (("p2 pass", "p1 pass", "turn 1", "p1 play cards=C15"), 1, 8),
        (("p1 pass", "p2 play cards=C19"), 2, 10),
        (("p2 pass", "p1 pass", "p1 pass", "p2 play cards=C19"), 2, 10),
        (("turn 1", "p1 pass", "turn 2", "p2 play cards=C19"), 2, 10),
        (("turn 2", "p2 play cards=C19"), 2, 10),
        (("p2 pass", "turn 2", "p2 play cards=C19"), 2, 10),
    ],
)
def test_a_pass_of_the_draft_is_no_pass_of_a_turn(lines: tuple[str, ...], turn: int, actions: int) -> None:
    """Whoever writes the passes at the limit, some of them or none, and with a head or without: no turn is lost."""
    replay = Replay(GAMES, transcript.load(PICKED + "\n".join(lines), GAMES).record)
    turns: list[int] = []
    finding = replay.run(watch=lambda _: turns.append(replay.match.table.state.turn if replay.match else 0))
    assert finding is None
    assert (turns[-1], len(turns) - 1) == (turn, actions)


@pytest.mark.parametrize(("one", "another", "alike"), [(1, 2, False), (3, 4, True), (5, 6, False), (7, 8, True)])
def test_cards_of_one_face_are_alike_only_if_all_of_them_is(one: int, another: int, alike: bool) -> None:
    """緑0 with a level-up and 緑0 with mana have one name and are not interchangeable; two equal 緑3 are."""
    game = GAMES["drive"]
    pack = game.packs["house"]
    assert pack.names.printed("card", one) == pack.names.printed("card", another)
    assert Alike(game, pack).alike("card", one, another) == alike


@pytest.mark.parametrize(
    ("setup", "lines", "clause"),
    [
        pytest.param("", ("pick unit=U1", "pick unit=U2"), "DR-P4-8", marks=pytest.mark.clause("DR-P4-8")),
        pytest.param("", ("pick unit=U1", "pass"), "DR-P4-13", marks=pytest.mark.clause("DR-P4-13")),
        pytest.param(
            " party_source=preset\nfact R1 units=1 2 3",
            ("take_party party=R1",),
            "DR-P4-8",
            marks=pytest.mark.clause("DR-P4-8"),
        ),
    ],
    ids=["pick", "pass", "party"],
)
def test_ranks_that_nobody_tells_cite_the_clause_that_weighs_them(
    setup: str, lines: tuple[str, ...], clause: str
) -> None:
    """A pick and a party are weighed against the limit, a pass against what still fits: none cites the clause of its
    decision."""
    head = PICKED.partition("seats")[0].replace("multi", "solo_partner").replace("house", "print")
    seed = f"seed sha256ctr-1:{'0' * 64}"
    text = "\n".join([f"{head}{seed}", f"setup difficulty=a{setup}", "--", *(f"p1 {line}" for line in lines)])
    (finding,) = verify(GAMES, transcript.load(text, GAMES).record).findings
    assert (finding.verdict, finding.clauses) == (Verdict.UNDECIDABLE, (clause,))


def test_a_fact_may_name_units_as_records_do() -> None:
    """By id, by number or by name: it says their numbers."""
    for said in ("1 2 27", "U1 U2 U27", "サラスヴァティ U1 2"):
        head = PICKED.partition("seats")[0].replace("multi", "solo_partner").replace("house", "print")
        text = f"{head}seed sha256ctr-1:{'0' * 64}\nfact R1 units={said}\nsetup difficulty=a\n--\n"
        (fact,) = transcript.load(text, GAMES).record.header.facts
        assert (fact.field, fact.value) == ("units", "1 2 27")


def test_a_claim_may_name_what_no_action_names() -> None:
    """An enemy by its printed name."""
    claimed = "p1 pick unit=U8\nturn 1 => appeared 異界門"
    loaded = transcript.load(PICKED.replace("p1 pick unit=U8", claimed), GAMES)
    assert loaded.judged().report().findings == ()
    assert [claim for entry in loaded.record.entries for claim in entry.claims] == [
        EventClaim("appeared", (("", "E13"),))
    ]
