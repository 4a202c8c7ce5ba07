"""`show` and `legal`: the table after some actions, and what may be done then."""

import json
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from rich.cells import cell_len

from shinpan.v1 import referee_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms.text import line as spelled
from shinpan_engine.kernel.judging.record import Action, Record
from shinpan_engine.kernel.judging.referee import Replay
from shinpan_service.cli import naming, output
from shinpan_service.cli.files import load
from shinpan_service.cli.referees import Local

from .command import ENDS, MISPRINTED, PRINTED, SEEDED, VERDICTS, in_form, put, refused, run, run_on_terminal

P2_HAND = (
    "009 のうなし腕力:炎",
    "016 突撃兵:水",
    "017 黒妖犬:水",
    "024 重装歩兵:草",
    "025 重装歩兵:草",
    "033 龍王妃:草",
)
"""Seat 2's hand after step 28 of the printed replay."""
STEPS = range(0, 123, 6)


def replayed(path: Path, step: int | None = None) -> Replay:
    """The replay of a record up to a step."""
    replay = Replay(GAMES, load(path)[0])
    replay.run(step)
    return replay


def row(lines: list[str], label: str) -> list[str]:
    """The lines of a row of the table: its own, and those below it without a label."""
    at = next(at for at, line in enumerate(lines) if line.split("  ")[0] == label)
    end = next((later for later in range(at + 1, len(lines)) if not lines[later].startswith(" ")), len(lines))
    return lines[at:end]


def cut(line: str, cells: int) -> tuple[str, str]:
    """A line in two, where so many cells of a terminal are taken; the second part may be empty."""
    at = next((at for at in range(len(line) + 1) if cell_len(line[:at]) >= cells), len(line))
    return line[:at], line[at:]


def test_the_table_is_shown_seat_by_seat() -> None:
    """What was done, what came of it, the hashes, what is common, and what each seat has with the printed names."""
    ran = run("show", PRINTED, "--step", 28)
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[:3] == [
        "step 28  p2 remove [target=040 with=028]  ; 突撃兵:天, 突撃兵:草",
        "  突撃兵:天 was the target of 突撃兵:草.",
        "  state 44aec6d1  link 14c9fa5a",
    ]
    rows = [line.partition("  ") for line in ran.lines[3:] if line and line[0] != " "]
    told = {label: " ".join(words.split()) for label, _, words in rows}
    assert told["turn"] == "4"
    assert told["to play"] == "p2"
    assert told["step"] == "2.1 removal"
    assert told["deck"] == "19 cards, the top one 047 呪文砕き"
    assert told["spells"] == "on 040 突撃兵:天, 028 突撃兵:草"
    assert told["to decide"] == "p1: Which cards counter the spells, if any?"
    assert told["life"] == "30 26"
    assert told["magics"] == "A11 収穫 (face down) A08 毒殺 (face down)"
    assert told["magics not used"] == "A04 猛炎 A14 風読み"
    assert all(card in ran.out for card in P2_HAND)


def test_seats_stand_side_by_side_in_columns() -> None:
    """Everything of a seat begins under its name, however wide the names of cards are."""
    lines = run("show", PRINTED, "--step", 28).lines
    (heads,) = [line for line in lines if "p1 三品" in line]
    first, second = (cell_len(heads[: heads.index(name)]) for name in ("p1 三品", "p2 相楽"))
    for label in ("life", "hand", "territory", "field", "magics", "magics not used"):
        for line in row(lines, label):
            left, right = cut(line, second)
            assert left.endswith("  ") or not right
            assert not right or (cell_len(left) == second and not right.startswith(" "))
            label_and_gap, own = cut(left, first)
            assert label_and_gap.endswith("  ")
            assert own.startswith(" ") == (own.strip() == "" and own != "")
    hand = row(lines, "hand")
    assert cut(hand[0], first)[1].startswith("020 龍王妃:水")
    assert cut(hand[0], second)[1].startswith(P2_HAND[0])


@pytest.mark.parametrize("columns", [80, 120])
def test_a_terminal_is_not_too_narrow_for_its_table(columns: int) -> None:
    """No line is wider than the terminal, nothing is cut, and the seats stand in columns."""
    ran = run_on_terminal(columns, "show", PRINTED, "--step", 91)
    assert ran.code == 0
    assert max(map(cell_len, ran.lines)) <= columns
    assert "…" not in ran.out
    (heads,) = [line for line in ran.lines if "p1 三品" in line]
    territory = row(ran.lines, "territory")
    assert cut(territory[0], cell_len(heads[: heads.index("p2")]))[1].startswith("003 先行打撃兵:炎")
    state = replayed(PRINTED, 91).match.table.state  # type: ignore[union-attr]
    shown = [word for line in territory for word in line.split() if word.isdecimal()]
    assert sorted(shown) == sorted(f"{card:03d}" for side in state.sides for card in side.territory)


def test_nothing_is_cut_at_any_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sign is there at any width from 24 columns on, long words on several lines."""
    whole = dict[bool, Counter[str]]()
    for columns in range(24, 125):
        monkeypatch.setattr(output, "PLAIN_WIDTH", columns)
        ran = run("show", PRINTED, "--step", 121)
        assert "…" not in ran.out
        assert max(map(cell_len, ran.lines[6:])) <= columns
        signs = Counter("".join(ran.out.split()).replace("─", ""))
        side_by_side = any("p1 三品" in line and "p2 相楽" in line for line in ran.lines)
        assert signs == whole.setdefault(side_by_side, signs), f"{columns} columns"
    assert set(whole) == {False, True}


def test_a_wider_terminal_has_shorter_lists() -> None:
    """Cards stand side by side as far as there is room."""
    heights = [len(run_on_terminal(columns, "show", PRINTED, "--step", 91).lines) for columns in (80, 120)]
    assert heights[0] > heights[1]
    assert run_on_terminal(10, "show", PRINTED, "--step", 91).code == 0


def test_plain_text_has_no_colours_and_no_spaces_at_the_end() -> None:
    """Where there is no terminal, only what is seen is written."""
    for args in (("show", PRINTED), ("games",), ("rules", "wars3x3", "--coverage")):
        ran = run(*args)
        assert "\x1b" not in ran.out
        assert [line for line in ran.lines if line != line.rstrip()] == []
    assert max(map(cell_len, run("show", PRINTED, "--step", 91).lines)) <= output.PLAIN_WIDTH


@pytest.mark.parametrize("path", [PRINTED, SEEDED], ids=["printed", "seeded"])
def test_every_step_can_be_shown(path: Path) -> None:
    """At any step the cards in the hands, in the territory and on the fields are those that lie there."""
    total = replayed(path).replayed
    for step in [step for step in STEPS if step <= total]:
        ran = run("show", path, "--step", step)
        assert ran.code == 0
        state = replayed(path, step).match.table.state  # type: ignore[union-attr]
        for label, zone in (("hand", "hand"), ("territory", "territory"), ("field", "units")):
            cards = [getattr(card, "card", card) for side in state.sides for card in getattr(side, zone)]
            if cards:
                shown = {word for line in row(ran.lines, label) for word in line.split()}
                assert {f"{card:03d}" for card in cards} <= shown


def test_without_a_number_the_last_step_is_shown() -> None:
    """That is the last that stands: of a whole game its end."""
    assert run("show", PRINTED).out == run("show", PRINTED, "--step", 122).out
    assert run("show", MISPRINTED).out == run("show", MISPRINTED, "--step", 32).out


def test_step_0_is_the_table_before_the_first_action() -> None:
    """It has no action and the first link."""
    ran = run("show", PRINTED, "--step", 0)
    assert ran.lines[0] == "step 0  before the first action"
    assert row(ran.lines, "turn") == ["turn               0"]


@pytest.mark.parametrize("viewer", ["p1", "p2", "public"])
def test_nobody_sees_what_is_hidden_from_them(viewer: str, tmp_path: Path) -> None:
    """Of hands, territory and face-down magic of others only how much there is, and no hash before the game is over."""
    record, _ = load(PRINTED)
    running = put(msgspec.structs.replace(record, entries=record.entries[:40]), tmp_path / "running.pb")
    ran = run("show", running, "--step", 28, "--as", viewer)
    assert ran.code == 0
    assert "  state " not in ran.out
    state = replayed(PRINTED, 28).match.table.state  # type: ignore[union-attr]
    for seat, side in enumerate(state.sides, start=1):
        seen = {word for label in ("hand", "territory") for line in row(ran.lines, label) for word in line.split()}
        own = {f"{card:03d}" for card in (*side.hand, *side.territory)}
        assert own <= seen if viewer == f"p{seat}" else not own & seen
    assert "deck               19 cards" in ran.lines
    assert "magics" in ran.out
    told = run("show", running, "--step", 28, "--as", viewer, "--json").json["step"]
    assert (told["state_hash"], told["link"], told["canonical_action"]) == ("", "", "")


@pytest.mark.parametrize("args", [("show",), ("legal",)], ids=" ".join)
@pytest.mark.parametrize("viewer", ["p0", "p3", "p-1", "p99999999999", "P1", "三品", "", "x"])
def test_only_who_is_there_can_look(args: tuple[str, ...], viewer: str) -> None:
    """The referee, the public, and the seats of the game."""
    ran = run(*args, PRINTED, "--as", viewer)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines()[-1].startswith("Error: ")


@pytest.mark.parametrize("verdict", ["illegal", "contradicted", "diverged", "undecidable", "malformed"])
def test_what_was_legal_where_a_record_fails(verdict: str) -> None:
    """Without a step `legal` is about the last action that stands: first what was found, in a line."""
    path = VERDICTS[verdict]
    stood = run("verify", "--json", path).json["actions_replayed"]
    ran, there = run("legal", path), run("legal", path, "--step", stood)
    assert (ran.code, ran.err, there.code) == (0, "", 0)
    assert ran.lines[0].startswith(f"{verdict}, line ")
    assert ran.lines[1:] == [line for line in there.lines if not line.startswith(f"{verdict}, line ")]
    assert ran.lines[1].startswith("p")
    told = run("legal", path, "--json").json
    assert told["report"]["verdict"] == verdict
    assert told["asked"]


def test_pages_of_what_was_legal_go_on() -> None:
    """A token of the list at the last action that stands leads on in it."""
    first = run("legal", MISPRINTED, "--page-size", 2, "--json").json
    second = run("legal", MISPRINTED, "--page-size", 100, "--page-token", first["next_page_token"], "--json").json
    assert first["lines"] + second["lines"] == run("legal", MISPRINTED, "--json").json["lines"]


@pytest.mark.parametrize("command", ["show", "legal"])
@pytest.mark.parametrize(("path", "step"), [(PRINTED, 123), (MISPRINTED, 33), (PRINTED, 20_000)])
def test_a_step_that_is_not_reached_is_told(command: str, path: Path, step: int) -> None:
    """With the report that says how far the replay came, and exit code 1."""
    ran = run(command, path, "--step", step)
    assert ran.code == 1
    assert ran.err == f"{path} does not reach step {step}:\n"
    assert ran.out == run("verify", "--quiet", path).out
    told = run(command, path, "--step", step, "--json")
    assert told.code == 1
    assert told.json["report"]["verdict"] == ("legal" if path == PRINTED else "illegal")
    assert told.json.get("step", told.json.get("asked")) in (None, [])


@pytest.mark.parametrize("command", ["show", "legal"])
def test_a_game_that_cannot_begin_is_told(command: str, tmp_path: Path) -> None:
    """An outcome that cannot have happened leaves no table to show."""
    path = tmp_path / "impossible.shinpan"
    path.write_text(PRINTED.read_text("utf-8").replace("deck     020", "deck     001"), "utf-8")
    ran = run(command, path)
    assert ran.code == 1
    assert "malformed" in ran.out
    assert "which is not among the cards there (or is named twice)" in ran.out


def test_steps_are_numbers_in_range() -> None:
    """Anything else is refused before the record is read."""
    for step in ("-1", "x", "20001", "99999999999", "1.5", ""):
        for command in ("show", "legal"):
            assert run(command, PRINTED, "--step", step).code == 2


@pytest.mark.parametrize("end", ENDS)
def test_every_form_can_be_looked_into(end: str, tmp_path: Path) -> None:
    """What is shown does not depend on the form."""
    path = in_form(PRINTED, tmp_path, end)
    assert run("show", path, "--step", 40).out == run("show", PRINTED, "--step", 40).out
    assert run("legal", path, "--step", 40).out == run("legal", PRINTED, "--step", 40).out


def test_json_of_a_step_is_the_answer_of_the_service() -> None:
    """The fields of the schema, all of them, hashes in hex, enums as words."""
    told = run("show", PRINTED, "--step", 28, "--json").json
    assert set(told) == set(referee_pb2.GetReplayStateResponse.DESCRIPTOR.fields_by_name)
    replay = replayed(PRINTED, 28)
    assert told["step"]["state_hash"] == replay.links.state_hash.hex()
    assert told["step"]["link"] == replay.links.link.hex()
    state = told["step"]["state"]["wars3x3"]
    assert state["step"] == "removal"
    assert [side["life"] for side in state["sides"]] == [30, 26]
    assert state["sides"][1]["units"] == []
    assert state["sides"][0]["magics"][0]["face"] == "down"
    assert told["report"]["actions_replayed"] == 28


def test_legal_lists_every_action_that_may_be_done() -> None:
    """Who decides what under which clause, then each action once, with the names of its cards."""
    ran = run("legal", PRINTED, "--step", 40, "--as", "p1")
    replay = replayed(PRINTED, 40)
    options = [spelled(seat, act, replay.names) for seat, act in replay.match.options(1)]  # type: ignore[union-attr]
    listed = [line for line in ran.lines if line.startswith("  ")]
    assert [line.partition("  ; ")[0].strip() for line in listed] == options
    assert "  p1 deploy card=029  ; 黒妖犬:草" in listed
    assert ran.lines[0].startswith("p1 decides: Which unit is deployed or redeployed, if any? (W3-4.2-1 ")
    assert ran.lines[1].startswith("p1 may first: Is a magic used? (W3-M0-3 ")
    assert ran.lines[2].startswith("p2 may first: Is a magic used? (W3-P-1 ")
    assert ran.code == 0


def test_legal_comes_in_pages() -> None:
    """Each goes on where the one before ended; together they are the whole list."""
    whole = run("legal", PRINTED, "--step", 27, "--page-size", 1000, "--json").json
    assert whole["next_page_token"] == ""
    assert len(whole["lines"]) > 100
    lines, token = [], ""
    while True:
        page = run("legal", PRINTED, "--step", 27, "--page-size", 60, "--page-token", token, "--json").json
        assert 0 < len(page["lines"]) <= 60
        lines += page["lines"]
        token = page["next_page_token"]
        if not token:
            break
    assert lines == whole["lines"]
    assert run("legal", PRINTED, "--step", 27).lines[-1].startswith("… more with --page-token ")


@pytest.mark.parametrize("token", ["abc", "三品", "\udcff", "AAAAZEFcCQHkH7jD"])
def test_a_page_that_is_none_is_refused(token: str) -> None:
    """A token of another list leads nowhere."""
    ran = run("legal", PRINTED, "--step", 4, "--page-token", token)
    assert (ran.code, ran.out) == (2, "")


def test_others_are_told_only_what_is_theirs() -> None:
    """A seat its own actions, the public only who decides."""
    ours = [line for line in run("legal", PRINTED, "--step", 27, "--as", "p1").lines if line.startswith(" ")]
    assert ours
    assert all(line.startswith("  p1 ") for line in ours)
    public = run("legal", PRINTED, "--step", 27, "--as", "public")
    assert public.code == 0
    assert all(" decides: " in line or " may first: " in line for line in public.lines)


def test_nobody_decides_when_the_game_is_over() -> None:
    """That is told, and is no failure."""
    ran = run("legal", PRINTED)
    assert (ran.code, ran.out) == (0, "nobody decides anything: the game is over\n")


def test_a_legal_action_can_be_appended_to_the_record(tmp_path: Path) -> None:
    """What is listed as an entry is legal: the record with it comes one action further."""
    record, _ = load(PRINTED)
    actions = tuple(entry for entry in record.entries if isinstance(entry.what, Action))[:27]
    path = put(Record(record.header, actions), tmp_path / "so-far.json")
    listed = run("legal", path, "--json", "--page-size", 5).json["actions"]
    assert len(listed) == 5
    message = json.loads(path.read_text("utf-8"))
    for entry in listed:
        told = {**message, "entries": [*message["entries"], {"wars3x3": entry["wars3x3"]}]}
        path.write_text(json.dumps(told), "utf-8")
        assert run("verify", "--json", path).json["actions_replayed"] == 28


def test_what_the_pack_leaves_open_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that is not complete says so."""
    answer = referee_pb2.ListLegalActionsResponse(lines=["p1 pass"])
    answer.asked.add(seat=1, ask="strategy")
    answer.report.actions_total = answer.report.actions_replayed = 40
    answer.report.notes.add(text="not everything that may be legal is listed: the cost of 灯火幽鬼")
    monkeypatch.setattr(Local, "legal", lambda *_: answer)
    ran = run("legal", PRINTED, "--step", 40)
    assert ran.lines[-1] == "note: not everything that may be legal is listed: the cost of 灯火幽鬼"


def test_without_its_pack_cards_have_no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server may have packs that are not here: what may be done is told by number, the table only as JSON."""
    told = run("legal", PRINTED, "--step", 40)
    monkeypatch.setattr(naming, "_pack", lambda *_: None)
    ran = run("legal", PRINTED, "--step", 40)
    assert [line.partition("  ; ")[0] for line in told.lines] == ran.lines
    assert told.lines != ran.lines
    assert "the pack that names its cards is not here" in refused("show", PRINTED)
    assert run("show", PRINTED, "--json").json["step"]["step"] == 122


def test_a_step_that_a_record_of_what_was_seen_does_not_reach_is_told() -> None:
    """As of any record: nothing is shown, and it is said that the replay does not come so far."""
    ran = run("show", "--step", 999, PRINTED.parents[1] / "seen" / "wars3x3" / "printed-replay.shinpan")
    assert ran.code == 1
    assert "999" in ran.err
    assert ran.out.startswith("legal  ")
