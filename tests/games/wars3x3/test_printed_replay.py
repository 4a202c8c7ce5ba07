"""The printed beginner replay of マニュアル3, turn by turn, with the corrections that its own numbers force."""

from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.games.wars3x3.table.actions import (
    ATTACK,
    END_COMBAT,
    END_TURN,
    PASS,
    Choose,
    Counter,
    Deploy,
    Lay,
    Magic,
    Spell,
    Strengthen,
)
from shinpan_engine.games.wars3x3.table.options import VeilBonus
from shinpan_engine.games.wars3x3.table.state import Face, State
from shinpan_engine.kernel.judging.record import Action, Entry, Record, StateClaim, Unresolved
from shinpan_engine.kernel.judging.referee import Replay, Step, verify
from shinpan_engine.kernel.judging.report import Result, Verdict

from .printed_replay import (
    DEALT,
    DRAWS,
    FIELDS,
    HANDS,
    LIVES,
    POWERS,
    TERRITORIES,
    TURNS,
    M,
    S,
    changed,
    entries,
    header,
    judged,
)


class Played(NamedTuple):
    """A turn that was played: the state after it and all that happened in it."""

    state: State
    events: list[Any]

    def told(self, name: str) -> list[Any]:
        return [event for event in self.events if type(event).__name__ == name]


@cache
def played(pack: str) -> tuple[Played, ...]:
    """The turns of the replay, by number; index 0 is what comes before turn 1."""
    replay = Replay(GAMES, Record(header(pack), tuple(entries(TURNS))))
    turns: list[Played] = []
    happened: list[Any] = []

    def watch(step: Step) -> None:
        for event in step.events:
            if type(event).__name__ == "TurnBegan":
                close()
            happened.append(event)

    def close() -> None:
        assert replay.match is not None
        turns.append(Played(deepcopy(replay.match.table.state), list(happened)))
        happened.clear()

    assert replay.run(watch=watch) is None
    close()
    return tuple(turns)


@pytest.fixture(params=["print", "house"])
def game(request: pytest.FixtureRequest) -> tuple[Played, ...]:
    return played(request.param)


# ---------------- The whole replay


@pytest.mark.parametrize("pack", ["print", "house"])
def test_the_corrected_replay_is_legal_and_sagara_wins(pack: str) -> None:
    """リプレイ: every rule kept, every printed life total met, and the game over with turn 14."""
    report = judged(TURNS, pack)
    assert (report.verdict, report.findings) == (Verdict.LEGAL, ())
    assert report.result == Result((S,), "life")
    assert report.actions_replayed == report.actions_total


def test_the_verdict_says_what_it_rests_on() -> None:
    """リプレイ: the readings of 透化 and of 調律, the rounds of answers, and the inferred cards."""
    report = judged(TURNS)
    rulings = [assumption.id for assumption in report.assumptions if assumption.kind == "ruling"]
    assert rulings == ["W3-B2-10", "W3-2.2-10", "W3-3.3-2", "W3-2.3-19", "W3-2.0-15", "W3-2.2-8"]
    cards = [assumption.id for assumption in report.assumptions if assumption.kind == "card"]
    assert {"016", "020", "035", "A08", "A11"} <= set(cards)
    assert not {"007", "014", "029", "A04", "A14"} & set(cards)


@pytest.mark.parametrize("number", range(1, 15))
def test_every_turn_comes_out_as_in_print(game: tuple[Played, ...], number: int) -> None:
    """リプレイ: hands, territories, fields and lives after each turn."""
    state = game[number].state
    at = number - 1
    assert tuple(side.hand for side in state.sides) == HANDS[at]
    assert tuple(len(side.territory) for side in state.sides) == TERRITORIES[at]
    assert tuple([unit.card for unit in side.units] for side in state.sides) == FIELDS[at]
    assert tuple(side.life for side in state.sides) == LIVES[at]


@pytest.mark.clause("W3-R-08", "W3-R-09", "W3-R-10")
@pytest.mark.parametrize("number", range(1, 15))
def test_every_attack_comes_out_as_in_print(number: int) -> None:
    """リプレイ: one attack in each turn from the third on, save the fourth, with these powers and their difference."""
    turn = played("house")[number]
    powers = [(event.attack, event.defence) for event in turn.told("Power")]
    assert powers == ([POWERS[number]] if number in POWERS else [])
    if number in POWERS:
        attack, defence = POWERS[number]
        by_combat = [event.amount for event in turn.told("Damage") if event.clause.startswith("W3-3.")]
        assert by_combat == ([attack - defence] if attack > defence else [])


@pytest.mark.clause("W3-1.1-2")
def test_every_turn_draws_the_next_card_of_the_list(game: tuple[Played, ...]) -> None:
    """リプレイ: turn 1 draws too, and both draw from one deck."""
    assert [[event.card for event in turn.told("Drew")] for turn in game[1:]] == [[card] for card in DRAWS]


def test_all_listed_cards_are_accounted_for(game: tuple[Played, ...]) -> None:
    """リプレイ: 14 cards discarded, 4 on the field and 13 territories are the 31 cards of the lists."""
    state = game[14].state
    field = [unit.card for side in state.sides for unit in side.units]
    territory = [card for side in state.sides for card in side.territory]
    assert (len(state.discard), len(field), len(territory)) == (14, 4, 13)
    assert sorted(state.discard + field + territory) == sorted([*DEALT[0], *DEALT[1], *DRAWS])


# ---------------- What single turns show


@pytest.mark.clause("W3-R-01", "W3-R-03", "W3-R-06", "W3-C-17")
def test_turns_8_and_10_use_poison_before_removal(game: tuple[Played, ...]) -> None:
    """リプレイ: 毒殺 destroys 026 and 032 and costs its user 4 and 8, before removals in the same turns."""
    for number, target, cost in ((8, 26, 4), (10, 32, 8)):
        events = game[number].events
        names = [type(event).__name__ for event in events]
        assert names.index("Drew") < names.index("Activated") < names.index("Declared")
        hit = next(event for event in events if type(event).__name__ == "Damage")
        assert (game[number].told("Destroyed")[0].card, hit.seat, hit.amount) == (target, S, cost)
    assert [event.card for event in game[10].told("Destroyed")] == [32, 20]


@pytest.mark.clause("W3-R-02", "W3-R-11", "W3-C-18")
def test_turns_7_and_9_use_harvest_after_combat(game: tuple[Played, ...]) -> None:
    """リプレイ: with 6 territories 収穫 lets a 9 and an 8 in; face up after turn 7, sideways after turn 9."""
    for number, unit in ((7, 20), (9, 32)):
        names = [type(event).__name__ for event in game[number].events]
        assert names.index("Blocked") < names.index("TerritoryRaised") < names.index("Deployed")
        assert [event.card for event in game[number].told("Deployed")] == [unit]
        assert judged(changed(number, Magic(11))).findings[0].clauses[0] == "W3-4.2-4"
    assert [game[number].state.sides[0].magics[0].face for number in (6, 7, 8, 9)] == [
        *(Face.DOWN, Face.UP, Face.UP, Face.SIDEWAYS),
    ]
    assert [game[number].state.sides[1].magics[0].face for number in (7, 8, 9, 10)] == [
        *(Face.DOWN, Face.UP, Face.UP, Face.SIDEWAYS),
    ]


@pytest.mark.clause("W3-R-11", "W3-M3-4")
def test_a_third_harvest_is_illegal() -> None:
    """リプレイ: on turn 11 収穫 lies sideways."""
    finding = judged(changed(11, END_COMBAT, END_COMBAT, Magic(11)), "house").findings[0]
    assert finding.clauses[:2] == ("W3-M3-4", "W3-M3-3")


@pytest.mark.clause("W3-R-04")
def test_turn_8_counters_with_the_spell_breaker(game: tuple[Played, ...]) -> None:
    """リプレイ: 047 counters the removal with 033; 020 stays, and both cards go to the discard."""
    assert [event.target for event in game[8].told("Fizzled")] == [20]
    assert set(game[8].state.discard) - set(game[7].state.discard) == {26, 33, 47}


@pytest.mark.clause("W3-R-05")
def test_turn_10_removes_with_two_cards_in_excess(game: tuple[Played, ...]) -> None:
    """リプレイ: 024 and 043 (10) remove 020 (9), and all three go to the discard."""
    assert set(game[10].state.discard) - set(game[9].state.discard) == {32, 20, 24, 43}


@pytest.mark.clause("W3-R-07", "W3-E-08")
def test_turn_14_strengthens_a_water_unit_with_a_tuning() -> None:
    """リプレイ: 046 as 3 makes 016 an 8; it fits because it is purple, where a grass card would not."""
    turn = played("house")[14]
    assert [(event.card, event.amount) for event in turn.told("Strengthened")] == [(16, 3), (17, 7)]
    for pack in ("print", "house"):
        cards = GAMES["wars3x3"].packs[pack].cards
        assert [int(cards.attribute[card]) for card in (45, 46, 47, 48)] == [0, 0, 0, 0]


@pytest.mark.clause("W3-R-12")
def test_turns_2_and_7_pass_with_cards_in_hand() -> None:
    """リプレイ: 相楽 deploys nothing on turn 2 though 024 might come, 三品 lays nothing on turn 7 with two in hand."""
    assert TURNS[1][-2:] == [(S, PASS), (S, END_TURN)]
    turns = [list(acts) for acts in TURNS[:2]]
    turns[1][-2] = (S, Deploy(24))
    assert judged(turns).verdict == Verdict.INCOMPLETE
    turns = [list(acts) for acts in TURNS[:7]]
    at = turns[6].index((M, PASS), turns[6].index((M, Magic(11))))
    turns[6][at] = (M, Lay(47))
    assert judged(turns).verdict == Verdict.INCOMPLETE
    assert played("house")[7].told("Laid") == []


# ---------------- 誤りと訂正: what the print says and what it must be


@pytest.mark.clause("W3-E-04")
def test_turn_4_as_printed_names_a_card_that_is_not_there() -> None:
    """訂正: 重装歩兵:水 is in nobody's hand, so deploying it is illegal at that entry."""
    lines = entries(TURNS)
    at = next(i for i, line in enumerate(lines) if line.what == Action(S, Deploy(16)))
    lines[at] = Entry(Unresolved(S, "deploy", "card=重装歩兵:水"))
    report = verify(GAMES, Record(header("print"), tuple(lines)))
    assert (report.verdict, report.actions_replayed) == (Verdict.ILLEGAL, at)
    assert report.findings[0].clauses == ("W3-4.2-2",)
    assert "p2 deploy card=016" in report.findings[0].legal


@pytest.mark.clause("W3-E-04")
def test_only_016_on_turn_4_gives_the_printed_numbers() -> None:
    """訂正: with any other legal strategy on turn 4 the rest of the replay breaks a rule or a printed life total."""
    lines = entries(TURNS)
    at = next(i for i, line in enumerate(lines) if line.what == Action(S, Deploy(16)))
    replay = Replay(GAMES, Record(header("house"), tuple(lines)))
    replay.run(until=at)
    assert replay.match is not None
    verdicts = {}
    for seat, act in list(replay.match.options(S)):
        if isinstance(act, Deploy) or act == PASS:
            other = [*lines[:at], Entry(Action(seat, act)), *lines[at + 1 :]]
            verdicts[str(act)] = verify(GAMES, Record(header("house"), tuple(other))).verdict
    assert verdicts.pop(str(Deploy(16))) == Verdict.LEGAL
    assert list(verdicts) == [str(PASS), str(Deploy(24))]
    assert all(verdict in (Verdict.ILLEGAL, Verdict.CONTRADICTED) for verdict in verdicts.values())


@pytest.mark.clause("W3-E-05", "W3-2.2-3")
def test_turn_11_uses_the_trait_and_not_a_plain_strengthening() -> None:
    """訂正: a sky card cannot strengthen a grass unit; through 透化 it can, and with its cost S would be at 7."""
    veiled = Strengthen([Spell(29, [35], [], True)])
    finding = judged(changed(11, veiled, Strengthen([Spell(29, [35])]))).findings[0]
    assert (finding.verdict, finding.clauses[0]) == (Verdict.ILLEGAL, "W3-2.2-3")
    report = judged(TURNS, "house", veil_bonus=VeilBonus.COST)
    assert report.verdict == Verdict.CONTRADICTED
    (difference,) = report.findings[0].differences
    assert (difference.path, difference.recorded, difference.computed) == ("life[p2]", "8", "7")


@pytest.mark.clause("W3-E-06")
def test_doubled_lines_happened_once() -> None:
    """訂正: a second attack on turn 8 and a second target of 毒殺 on turn 10 are illegal; 22 - 8 = 14, once."""
    again = judged(changed(8, ATTACK, ATTACK, ATTACK)).findings[0]
    assert (again.verdict, again.clauses[0]) == (Verdict.ILLEGAL, "W3-3.0-6")
    second = judged(changed(10, Choose([32]), Choose([32]), Choose([20]))).findings[0]
    assert (second.verdict, second.clauses[0]) == (Verdict.ILLEGAL, "W3-M4-5")
    turn = played("print")[10]
    assert [event.amount for event in turn.told("Damage") if event.seat == S] == [8]
    assert len(played("print")[8].told("Power")) == 1


@pytest.mark.clause("W3-E-07", "W3-0.2-9")
def test_the_last_life_total_is_below_zero() -> None:
    """訂正: 13 - 15 = -2; a record that claims 0 is contradicted, with the same winner."""
    lines = entries(TURNS)
    lines[-1] = Entry(lines[-1].what, (StateClaim("life[p1]", "0"),))
    report = verify(GAMES, Record(header("print"), tuple(lines)))
    assert report.verdict == Verdict.CONTRADICTED
    (difference,) = report.findings[0].differences
    assert (difference.path, difference.recorded, difference.computed) == ("life[p1]", "0", "-2")
    assert report.result == Result((S,), "life")


@pytest.mark.clause("W3-E-09")
@pytest.mark.parametrize("pack", ["print", "house"])
def test_two_spellings_are_one_card(pack: str) -> None:
    """訂正: 先攻打撃兵 is read as 先行打撃兵, which is what is printed back."""
    names = GAMES["wars3x3"].packs[pack].names
    assert names.numbers("card", "先攻打撃兵") == names.numbers("card", "先行打撃兵") == [3, 4, 11, 36]
    assert names.numbers("card", "先攻打撃兵:水") == [11]
    assert names.printed("card", 11) == "先行打撃兵:水"


@pytest.mark.clause("W3-E-12", "W3-1.0-6")
@pytest.mark.parametrize("number", [3, 4, 6, 7])
def test_the_marker_passes_though_the_label_is_missing(number: int) -> None:
    """訂正: these turns end like all others; with the end left out the next player may not draw."""
    turns = played("print")
    assert [event.turn for event in turns[number].told("TurnEnded")] == [number]
    assert turns[number + 1].told("TurnBegan")[0].seat == 1 + number % 2
    finding = judged(changed(number, END_TURN)).findings[0]
    assert (finding.verdict, finding.clauses[0]) == (Verdict.ILLEGAL, "W3-1.0-6")


@pytest.mark.clause("W3-E-14", "W3-2.3-5", "W3-R-06")
@pytest.mark.parametrize(("number", "target"), [(8, 26), (10, 32)])
def test_poison_destroys_and_is_no_removal(number: int, target: int) -> None:
    """訂正: it cannot be answered with a counter, and leaves the removal of the turn to its user."""
    turns = [list(acts) for acts in TURNS]
    at = turns[number - 1].index((S, Choose([target]))) + 1
    counter = 47 if number == 8 else 35
    turns[number - 1].insert(at, (M, Counter([Spell(target, [counter])])))
    finding = judged(turns).findings[0]
    assert (finding.verdict, finding.clauses[0]) == (Verdict.ILLEGAL, "W3-2.3-5")
    assert played("print")[number].told("Declared")
