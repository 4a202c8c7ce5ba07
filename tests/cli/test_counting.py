"""`perft`: how many sequences of decisions can follow a position."""

from pathlib import Path

import pytest

from .command import ENDS, FIXTURES, MISPRINTED, PRINTED, VERDICTS, in_form, refused, run, run_on_terminal

SPELLS = FIXTURES / "perft-spells.shinpan"


def counted(*args: object) -> dict[str, int]:
    """The counts by first action, and the sum under “in all”."""
    ran = run("perft", *args)
    assert (ran.code, ran.err) == (0, "")
    pairs = [line.partition("  ; ")[0].split(maxsplit=1) for line in ran.lines]
    return {line: int(count.replace(",", "")) for count, line in pairs}


@pytest.mark.parametrize("name", ["perft-spells", "perft-main-phase", "perft-last-turn"])
def test_the_tables_are_what_is_printed(name: str) -> None:
    """A table of the fixtures is the depth, then what the command prints at that depth."""
    depth, _, table = (FIXTURES / f"{name}.counts").read_text("utf-8").partition("\n")
    assert run("perft", FIXTURES / f"{name}.shinpan", "--depth", depth.removeprefix("depth ")).out == table


def test_at_depth_1_each_action_that_may_be_done_counts_once() -> None:
    """What is counted is what `legal` lists."""
    listed = run("legal", PRINTED, "--step", 27, "--page-size", 1000, "--json").json["lines"]
    counts = counted(PRINTED, "--step", 27, "--depth", 1)
    assert counts.pop("in all") == len(listed)
    assert counts == dict.fromkeys(listed, 1)


def test_the_sum_is_that_of_the_first_actions_and_depths_add_up() -> None:
    """One decision deeper under an action is what stands beside it."""
    counts = counted(SPELLS, "--depth", 2)
    total = counts.pop("in all")
    assert total == sum(counts.values())
    assert list(counts) == list(counted(SPELLS, "--depth", 1))[:-1]


def test_a_count_is_that_of_the_record_with_the_action(tmp_path: Path) -> None:
    """A count that is wrong is looked into by writing the action down and counting again."""
    text = SPELLS.read_text("utf-8")
    counts = counted(SPELLS, "--depth", 3)
    for line in list(counts)[:5]:
        path = tmp_path / "further.shinpan"
        path.write_text(f"{text}{line}\n", "utf-8")
        assert counted(path, "--depth", 2)["in all"] == counts[line]


def test_json_has_the_same_counts_and_the_report() -> None:
    """One line: file, depth, total, each action with its count, the report."""
    told = run("perft", SPELLS, "--depth", 2, "--json").json
    assert set(told) == {"file", "depth", "total", "actions", "report"}
    assert (told["file"], told["depth"], told["report"]["verdict"]) == (str(SPELLS), 2, "incomplete")
    assert {**{action["line"]: action["count"] for action in told["actions"]}, "in all": told["total"]} == counted(
        SPELLS
    )


@pytest.mark.parametrize("end", ENDS)
def test_every_form_can_be_counted(end: str, tmp_path: Path) -> None:
    """What can follow does not depend on the form."""
    assert run("perft", in_form(SPELLS, tmp_path, end)).out == run("perft", SPELLS).out


def test_nothing_follows_a_game_that_is_over() -> None:
    """That is told, and is no failure."""
    assert counted(PRINTED) == {"in all": 0}


def test_without_a_number_it_is_counted_after_the_last_action_that_stands() -> None:
    """As `show` shows it."""
    assert counted(MISPRINTED) == counted(MISPRINTED, "--step", 32)
    assert counted(MISPRINTED)["in all"] > 0


@pytest.mark.parametrize(("path", "step"), [(PRINTED, 123), (MISPRINTED, 33)])
def test_a_step_that_is_not_reached_is_told(path: Path, step: int) -> None:
    """With the report that says how far the replay came, and exit code 1."""
    ran = run("perft", path, "--step", step)
    assert (ran.code, ran.err) == (1, f"{path} does not reach step {step}:\n")
    assert ran.out == run("verify", "--quiet", path).out
    told = run("perft", path, "--step", step, "--json")
    assert (told.code, told.json["total"], told.json["actions"]) == (1, None, [])


def test_a_game_that_cannot_begin_is_told(tmp_path: Path) -> None:
    """An outcome that cannot have happened leaves nothing to count."""
    path = tmp_path / "impossible.shinpan"
    path.write_text(PRINTED.read_text("utf-8").replace("deck     020", "deck     001"), "utf-8")
    ran = run("perft", path)
    assert (ran.code, ran.err) == (1, f"{path} does not begin:\n")
    assert "which is not among the cards there (or is named twice)" in ran.out


def test_what_rests_on_an_unknown_card_is_not_counted() -> None:
    """A number that nobody can know is not made up."""
    path = VERDICTS["undecidable"]
    said = refused("perft", path, "--depth", 4)
    why = "the outcomes of the record end here; write the next card in the line deck, or a `?`"
    assert said == f"{path}: what can follow cannot be counted: {why}"


@pytest.mark.parametrize("depth", ["0", "-1", "51", "x", ""])
def test_a_depth_is_a_number_in_range(depth: str) -> None:
    """Anything else is refused before the record is read."""
    assert run("perft", PRINTED, "--depth", depth).code == 2


def test_a_terminal_shows_the_same() -> None:
    """The bar is gone when the counts are there."""
    shown = run_on_terminal(200, "perft", SPELLS, "--depth", 3)
    assert shown.code == 0
    assert [line.rstrip() for line in shown.lines if line.strip()][-1].endswith("702  in all")


def test_what_the_pack_leaves_open_is_told_in_words() -> None:
    """With the name of the card, as in a report."""
    path = FIXTURES.parent / "anoare" / "undecidable-unknown-abilities.shinpan"
    said = refused("perft", path)
    assert said.startswith(f"{path}: what can follow cannot be counted: the pack does not say response power")
    assert "unknown." not in said
