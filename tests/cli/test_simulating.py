"""`simulate`: random legal games, each determined by the seed; and `bench`, which judges such games."""

from pathlib import Path

import pytest

from shinpan_engine.kernel.judging.record import Action
from shinpan_service.cli.files import load
from shinpan_service.serving.options import PROCESSORS, ServerOptions
from shinpan_service.serving.server import running
from shinpan_service.workbench import simulation

from .command import ENDS, refused, run, run_apart, verdicts

WARS = ("simulate", "wars3x3", "--mode", "beginner")


def simulated(folder: Path, *options: object) -> dict[str, bytes]:
    """The files that `simulate` writes to a folder."""
    ran = run(*WARS, "--out", folder, *options)
    assert (ran.code, ran.err) == (0, "")
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_the_same_seed_gives_the_same_games(tmp_path: Path) -> None:
    """Byte for byte, in other processes and with another order of hashes too."""
    games = simulated(tmp_path / "a", "--seed", "seven", "--games", 3)
    assert list(games) == [f"beginner-seven-{number}.shinpan" for number in (1, 2, 3)]
    for at, hashseed in enumerate(("0", "12345")):
        folder = tmp_path / f"apart-{at}"
        ran = run_apart(*WARS, "--seed", "seven", "--games", 3, "--out", folder, PYTHONHASHSEED=hashseed)
        assert (ran.code, ran.out) == (0, f"wrote 3 games to {folder}\n")
        assert {path.name: path.read_bytes() for path in sorted(folder.iterdir())} == games
    assert len(set(games.values())) == 3


def test_another_seed_gives_other_games(tmp_path: Path) -> None:
    """No two seeds share a game, and more games of a seed begin with the same ones."""
    one = list(simulated(tmp_path / "1", "--games", 2).values())
    other = list(simulated(tmp_path / "2", "--games", 2, "--seed", "2").values())
    more = list(simulated(tmp_path / "3", "--games", 12).values())
    assert not set(one) & set(other)
    assert more[:2] == one
    assert simulated(tmp_path / "4").keys() == {"beginner-1-1.shinpan"}


def test_simulated_games_are_legal_in_every_form(tmp_path: Path) -> None:
    """Whole games, the same in all forms."""
    for end in ENDS:
        simulated(tmp_path / end[1:], "--games", 4, "--form", end[1:])
        assert verdicts(tmp_path / end[1:]) == ["legal"] * 4
    for path in (tmp_path / "pb").iterdir():
        whole = load(path)[0]
        assert load(tmp_path / "json" / f"{path.stem}.json")[0] == whole
        told = [entry.what for entry in load(tmp_path / "shinpan" / f"{path.stem}.shinpan")[0].entries]
        assert [what for what in told if isinstance(what, Action)] == [entry.what for entry in whole.entries]


@pytest.mark.parametrize("seed", ["../outside", "a/b", "", ".", "三品", "x" * 300, "\udcff", "a b\n"])
def test_a_seed_may_be_any_text(seed: str, tmp_path: Path) -> None:
    """Whatever it is, the games stay in their folder, and the same text gives the same games."""
    first = simulated(tmp_path / "out" / "first", "--seed", seed)
    assert len(first) == 1
    assert simulated(tmp_path / "out" / "second", "--seed", seed) == first
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["first", "second"]


def test_what_is_not_played_here_is_told(tmp_path: Path) -> None:
    """A mode that is none, a pack that is none, one with which no game can be played to its end."""
    out = tmp_path / "out"
    assert "wars3x3 is played here in: beginner" in refused("simulate", "wars3x3", "--mode", "expert", "--out", out)
    assert "wars3x3 has the packs: print, house" in refused(*WARS, "--pack", "mine", "--out", out)
    assert not out.exists()
    assert "the pack “print” is not enough for whole games: " in refused(*WARS, "--pack", "print", "--out", out)


def test_where_it_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A file in the place of the folder, or above it."""
    path = tmp_path / "file"
    path.write_text("mine", "utf-8")
    assert refused(*WARS, "--out", path) == f"{path}: it is there already"
    assert refused(*WARS, "--out", path / "deeper") == f"{path / 'deeper'}: a part of the path is no folder"


def test_a_game_without_end_is_no_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is given up with what plays it again."""
    monkeypatch.setattr(simulation, "MOST_ACTIONS", 5)
    said = refused(*WARS, "--out", tmp_path)
    assert simulation.seed_of("1", 1).hex() in said
    assert "has not ended after 5 actions" in said


def test_a_digest_names_a_series_of_games(tmp_path: Path) -> None:
    """Of `play-1` it is the same wherever it is made, and another for other games; records are written beside it only
    if a folder is given."""
    ran = run(*WARS, "--games", 3, "--player", "play-1", "--digest")
    assert ran.code == 0
    digest, rest = ran.out.split("  ")
    assert rest == "play-1 wars3x3 beginner house 1 3\n"
    assert run_apart(*WARS, "--games", 3, "--player", "play-1", "--digest", PYTHONHASHSEED="7").out == ran.out
    for other in (("--games", 2), ("--games", 3, "--seed", 2), ("--games", 3, "--player", "quick")):
        assert not run(*WARS, "--player", "play-1", *other, "--digest").out.startswith(digest)
    both = run(*WARS, "--games", 3, "--player", "play-1", "--digest", "--out", tmp_path)
    assert both.lines == [ran.out.strip(), f"wrote 3 games to {tmp_path}"]
    assert verdicts(tmp_path) == ["legal"] * 3
    assert "say with --out where to write the games, or --digest" in refused(*WARS)


def test_bench_in_json() -> None:
    """What was measured and how: the floor, then judging, each as actions and games a second."""
    ran = run("bench", "--games", 3, "--rounds", 1, "--memory-games", 20, "--json")
    assert ran.code == 0
    told = ran.json
    assert set(told) == {"game", "mode", "games", "actions", "rounds", "python", "compiled", "rows", "memory"}
    assert (told["game"], told["mode"], told["games"], told["rounds"]) == ("wars3x3", "beginner", 3, 1)
    assert told["actions"] > 3
    assert [set(row) for row in told["rows"]] == [{"what", "actions", "games", "of_floor"}] * 3
    assert all(row["actions"] > 0 and row["games"] > 0 for row in told["rows"])
    assert told["rows"][0]["of_floor"] == 1
    assert [peak["games"] for peak in told["memory"]] == [2, 20]
    assert run("bench", "--games", 1, "--rounds", 1, "--json").json["memory"] == []


def test_bench_of_the_service() -> None:
    """Over one stream beside the same work in process, and single calls; for programs and for people."""
    told = run("bench", "--serve", "--games", 60, "--rounds", 1, "--json").json
    left = min(told["workers"], PROCESSORS - told["client"])
    assert 0 < left < PROCESSORS, "the client takes a part of a processor"
    assert told["share"] == pytest.approx(told["batch"] / told["in_process"] / left)
    assert told["parallel_share"] == pytest.approx(told["batch"] / told["in_parallel"] * told["workers"] / left)
    assert told["judging_share"] > 0
    assert [row["clients"] for row in told["calls"]] == [1, 8, 32]
    assert all(0 < row["p50"] <= row["p99"] for row in told["calls"])
    for row in told["calls"]:
        for name in ("p50", "p99"):
            assert row[f"{name}_ratio"] == pytest.approx(row[name] / told["in_process_ms"])
    with running(ServerOptions(workers=1)):
        assert "over one stream:" in run("bench", "--serve", "--games", 1, "--rounds", 1).out, "beside another server"


def test_bench_of_many_records() -> None:
    """Every form, by one process and by two, over a stream and on a cluster; for programs and for people."""
    told = run("bench", "--corpus", "--games", 5, "--rounds", 1, "--memory-games", 20, "--json").json
    forms = ["transcripts", "transcripts by hand", "protobuf", "one file"]
    ways = [(form, "processes", jobs) for form in forms for jobs in (1, 2)]
    more = [("protobuf", "server", 2), ("one file", "dask", PROCESSORS)]
    assert [(row["form"], row["way"], row["jobs"]) for row in told["rows"]] == ways + more
    assert all(row["records"] > 0 and row["first_ms"] > 0 for row in told["rows"])
    assert all((row["judging_ms"] is not None) == (row["way"] == "processes") for row in told["rows"])
    assert [peak["records"] for peak in told["memory"]] == [5, 20]
    lines = run("bench", "--corpus", "--games", 1, "--rounds", 1).lines
    assert lines[0].startswith("wars3x3 beginner: 1 random games, best of 1 rounds, records a second")
    shown = [*forms, "protobuf over gRPC, 2 workers", f"one file by Dask, {PROCESSORS} workers"]
    rule = next(at for at, line in enumerate(lines) if line.startswith("─"))
    assert [line.split("  ")[0] for line in lines[rule + 1 : rule + 7]] == shown


def test_bench_for_people() -> None:
    """A line on what was measured, then a table."""
    ran = run("bench", "--games", 2, "--rounds", 1, "--memory-games", 1)
    assert ran.code == 0
    assert ran.lines[0].startswith("wars3x3 beginner: 2 random games of ")
    assert ran.lines[0].endswith(("rules as text", "rules compiled"))
    assert [line.split(",")[0] for line in ran.lines[3:6]] == [
        "floor: encode and hash states",
        "verify",
        "verify",
    ]
    assert ran.lines[-1].startswith("peak memory after 1 games: ")


def test_bench_of_texts() -> None:
    """Every mode of a game, decoded, as exported and as people write; for programs and for people."""
    ran = run("bench", "anoare", "--text", "--games", 1, "--json").json
    assert set(ran) == {"games", "python", "compiled", "rows"}
    (row,) = ran["rows"]
    assert (row.pop("game"), row.pop("mode")) == ("anoare", "duel")
    assert set(row) == {"decoded", "canonical", "by_hand"}
    assert all(taken > 0 for taken in row.values())
    told = run("bench", "--text", "--mode", "beginner", "--games", 1)
    assert told.lines[0].startswith("1 random games of each mode")
    assert told.lines[3].startswith("wars3x3 beginner")


def test_bench_of_what_is_not_played_here() -> None:
    """It is refused by name."""
    assert "wars3x3 is played here in: beginner" in refused("bench", "--mode", "expert")
