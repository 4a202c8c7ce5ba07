"""`story`: a recorded game in words, and the sentences that it is made of."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.forms import text
from shinpan_engine.kernel.forms.text import fields, verb
from shinpan_engine.kernel.game import Event
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.messages import LANGUAGES, Language
from shinpan_engine.kernel.play.views import PUBLIC, REFEREE
from shinpan_records.words.sentences import LONGEST_NAME, Sentences, filled, labels, placeholders, wording
from shinpan_service.cli.commands.telling import told
from shinpan_service.cli.files import load
from shinpan_service.cli.naming import Naming
from shinpan_service.cli.referees import Local
from shinpan_service.messages.records import record_to_message

from .command import MISPRINTED, PRINTED, SEEDED, put, run

RECORDS = sorted(Path(__file__).parents[2].glob("fixtures/*/*.shinpan"))
EVENTS = [(game, kind) for game in GAMES for kind in GAMES[game].events]
languages = pytest.mark.parametrize("language", LANGUAGES)
OF_EVERY_EVENT = {field.name for field in fields(Event)}


def lines(path: Path, *args: object) -> list[Any]:
    return [json.loads(line) for line in run("story", "--json", path, *args).lines]


def texts(path: Path, *args: object) -> list[str]:
    return [line["text"] for line in lines(path, *args)]


def places(kind: type[msgspec.Struct], prefix: str = "") -> Iterator[str]:
    """The fields of a struct, those of structs in it by their path."""
    for field in fields(kind):
        yield prefix + field.name
        if not field.repeated and isinstance(field.kind, type) and issubclass(field.kind, msgspec.Struct):
            yield from places(field.kind, f"{prefix}{field.name}.")


@pytest.mark.parametrize(("game", "kind"), EVENTS, ids=[f"{game}-{verb(kind)}" for game, kind in EVENTS])
def test_every_event_has_a_sentence(game: str, kind: type[Event]) -> None:
    """It names fields of that event only, and whatever these say it comes out whole."""
    template = wording(game).sentences[verb(kind)]
    known = {field.name for field in fields(kind)} - OF_EVERY_EVENT
    assert set(placeholders(template)) <= known
    for value in ("?", "none", "p1", "0", "1", "? ?", "yes"):
        said = Sentences(GAMES[game], None, ["甲", "乙"]).event(verb(kind), dict.fromkeys(known, value))
        assert not set("{}") & set(said)
        assert said[-1] == "." or verb(kind) == f"{GAMES[game].heads}_began"


@pytest.mark.parametrize("game", GAMES)
def test_words_are_about_what_there_is(game: str) -> None:
    """No sentence for an event that there is not, and the heads of turns name fields of the state."""
    said, kinds = wording(game), {verb(kind): kind for kind in GAMES[game].events}
    assert set(said.sentences) == set(kinds)
    assert {*said.quiet, *said.together, *said.breaks} <= set(kinds)
    known = {field.name for kind in kinds.values() for field in fields(kind)}
    assert set(said.values) <= known
    state = GAMES[game].state
    (sides,) = (field for field in fields(state) if field.name == "sides")
    assert set(placeholders(said.table)) <= set(places(state))
    assert set(placeholders(said.seat)) <= set(places(sides.kind))


@pytest.mark.parametrize("game", GAMES)
def test_a_way_to_end_is_said_in_words(game: str) -> None:
    """Each reason for which a game can end has its words."""
    (ending,) = (field for field in fields(GAMES[game].state) if field.name == "ending")
    (reason,) = (field for field in fields(ending.kind) if field.name == "reason")
    named = {reason.kind(number).name.lower() for number in map(int, reason.kind) if number}
    assert named <= set(wording(game).values["reason"])


@pytest.mark.parametrize("at", range(16))
def test_every_fixture_tells_its_story(at: int) -> None:
    """No placeholder is left, no field is missing, and the last line says what the verdict is."""
    for path in RECORDS[at::16]:
        record, _ = load(path)
        story = list(told(Local(), record, Naming(record.header), REFEREE))
        for line in story[: -1 if story[-1].kind == "end" else None]:
            assert line.text
            if line.kind in ("head", "events"):
                assert not set("{}=_") & set(line.text), (path, line)
        assert story[0].kind == "title"
        assert story[-1].kind == "end"


def test_a_story_in_full() -> None:
    """A head with what both have, then what happened, under the printed steps."""
    said = run("story", PRINTED)
    assert said.code == 0
    at = said.lines.index("Turn 8, 相楽 to play: 三品 30 life; 相楽 26 life")
    assert said.lines[at + 1 : at + 11] == [
        "  1.1  相楽 drew 重装歩兵:炎.",
        "  2.1  相楽 activated 毒殺.",
        "       三品's 占欲の魔女:草 was destroyed. 相楽 took 4 damage.",
        "       龍王妃:水 was the target of 龍王妃:草.",
        "       龍王妃:水 was the target of 呪文砕き.",
        "       The spell on 龍王妃:水 was countered.",
        "  3.2  The attack of 11 met a defence of 14 to 15. The attack was blocked.",
        "  4.1  相楽 laid 重装歩兵:炎 as territory.",
        "  4.2  相楽 deployed のうなし腕力:炎.",
        "",
    ]
    assert said.lines[-3].endswith("三品 took 15 damage. 相楽 won: no life was left.")
    assert said.lines[-1] == "legal, every rule was kept (122 of 122 actions)"


def test_a_finding_ends_the_story() -> None:
    """With its place, who did it, the line and the rule; the exit code tells of it."""
    ran = run("story", MISPRINTED)
    assert ran.code == 1
    assert ran.lines[-5].startswith("line 49, turn 4, step 4.2: here 相楽 broke a rule: ")
    assert ran.lines[-4] == "written was: p2 deploy card=重装歩兵:水"
    assert ran.lines[-3].startswith("rule W3-4.2-2 (4.2 戦略ステップ): ")
    assert ran.lines[-1] == "illegal (32 of 107 actions)"


def test_what_is_private_stays_private() -> None:
    """The public is told of a drawn card only that it was drawn; its player is told which."""
    assert "三品 drew 突撃兵:炎." in texts(PRINTED, "--as", "p1")
    for viewer in ("p2", "public"):
        said = texts(PRINTED, "--as", viewer)
        assert "三品 drew 突撃兵:炎." not in said
        assert "三品 drew a card." in said
        assert "三品 laid 3 cards as territory." in said


def printed(record: Record, viewer: int) -> dict[int, set[str]]:
    """The printed names of all that the events of a step say to a viewer, by step."""
    naming, found = Naming(record.header), dict[int, set[str]]()
    assert naming.pack is not None
    names = naming.pack.names
    tables = {verb(kind): text.tables(kind) for kind in naming.game.events}
    for part in Local().steps(record_to_message(record), viewer=viewer):
        words = found.setdefault(part.step.step, set())
        for event in part.step.events:
            for field in event.fields:
                table = tables[event.name].get(field.name, "")
                numbers = [n for word in field.value.split() for n in (names.numbers(table, word) if table else [])]
                words.update(filter(None, (names.printed(table, number) for number in numbers)))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_nobody_learns_a_hidden_name(game: str) -> None:
    """The public is told no name that its steps do not show, and of every head and finding as much as the referee."""
    path = next(path for path in RECORDS if path.parent.name == game and path.name.startswith(("random", "game-")))
    record, _ = load(path)
    naming = Naming(record.header)
    whole = list(told(Local(), record, naming, REFEREE))
    public = list(told(Local(), record, naming, PUBLIC))
    kinds = [[line.kind for line in story if line.kind in ("head", "finding")] for story in (whole, public)]
    assert kinds[0] == kinds[1]
    assert "?" not in " ".join(line.text for line in public if line.kind in ("head", "events"))
    everything, open_to_all = printed(record, REFEREE), printed(record, PUBLIC)
    secrets = 0
    for line in public:
        if line.kind == "events":
            secret = everything[line.step] - open_to_all[line.step]
            secrets += len(secret)
            shown = " ".join(open_to_all[line.step])
            assert [name for name in secret if name in line.text and name not in shown] == []
    assert secrets


def test_json_has_a_line_for_each() -> None:
    """Kind, turn, step, seat, printed step, text."""
    found = lines(PRINTED)
    assert {frozenset(line) for line in found} == {frozenset({"kind", "turn", "step", "seat", "printed_step", "text"})}
    (drawn,) = (line for line in found if line["text"] == "相楽 drew 重装歩兵:炎.")
    assert (drawn["turn"], drawn["seat"], drawn["printed_step"]) == (8, 2, "1.1")
    assert [line["turn"] for line in found if line["kind"] == "head"] == list(range(15))


@pytest.mark.parametrize(
    "names",
    [("\x1b[31mred", "a\nb"), ("p2", "p1"), ("同", "同"), ("", ""), ("x" * 100_000, "{seat}"), ("[bold]", "\u202eabc")],
)
def test_hostile_names_are_only_names(names: tuple[str, str], tmp_path: Path) -> None:
    """They are shown as signs, never done; who is who stays clear, however they are called."""
    record, _ = load(SEEDED)
    notes = msgspec.structs.replace(record.notes, players=names)
    path = put(msgspec.structs.replace(record, notes=notes), tmp_path / "hostile.pb")
    ran = run("story", path)
    assert ran.code == 0
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", ran.out)
    assert len(ran.out) < 200_000
    assert len(set(labels(names, 2))) == 2


def test_labels_tell_players_apart() -> None:
    """A name alone where it is one player's, else with the seat; long ones are cut."""
    assert labels(("甲", "乙"), 2) == ["甲", "乙"]
    assert labels(("甲", "甲"), 2) == ["甲 (p1)", "甲 (p2)"]
    assert labels(("p2",), 2) == ["p2 (p1)", "p2"]
    assert labels((" ", "x" * 41), 2) == ["p1", "x" * LONGEST_NAME + "…"]


def test_forms_of_a_number() -> None:
    """With a sign, counted from 1, with what it counts; what is hidden stays so."""

    def said(template: str, value: str) -> str:
        return filled(template, {"n": value}, lambda _, value: value)

    assert [said("{n:+}", value) for value in ("3", "-3", "0", "?")] == ["+3", "-3", "0", "?"]
    assert [said("{n:nth}", value) for value in ("0", "1", "?")] == ["1", "2", "?"]
    assert [said("{n:card}", value) for value in ("0", "1", "2", "?")] == ["0 cards", "1 card", "2 cards", "? cards"]


@languages
@pytest.mark.parametrize(("attack", "multiplier"), [("1", "0"), ("0", "2"), ("1", "2"), ("0", "0")])
def test_a_unit_of_drive_is_given_nothing_that_is_nought(language: Language, attack: str, multiplier: str) -> None:
    """What skills give a unit: attack or cards are left out where they are 0."""
    said = Sentences(GAMES["drive"], None, ["甲"], language)
    sentence = said.event("modified", {"unit": "U1", "attack": attack, "multiplier": multiplier})
    assert re.findall(r"[+-]?\b\d\b", sentence) == [f"+{number}" for number in (attack, multiplier) if number != "0"]


def test_a_server_tells_the_same(server: str) -> None:
    """Whoever is asked."""
    assert run("story", PRINTED, "--server", server, "--as", "p2") == run("story", PRINTED, "--as", "p2")


SEEN = """shinpan 1
game wars3x3 beginner
pack house
players 青木 馬場
seen
setup first=p1
--
青木 start_territory cards=? ? ?
青木 keep_magic magics=?
馬場 start_territory cards=? ? ?
馬場 keep_magic magics=?
青木 draw
青木 lay card=調律
青木 deploy card=先行打撃兵:炎
"""


@languages
def test_a_record_of_what_was_seen_is_told_as_all_saw_it(tmp_path: Path, language: Language) -> None:
    """In a world that agrees with it: what was written and lay open, and nothing that is guessed."""
    file = tmp_path / "game.shinpan"
    file.write_text(SEEN, "utf-8")
    ran = run("story", file, "--lang", language)
    assert ran.code == 0
    assert "先行打撃兵:炎" in ran.out
    for hidden in ("火炎弾", "収穫", "重装歩兵", "調律"):
        assert hidden not in ran.out
    assert "shinpan complete" in ran.err
    table = run("show", file, "--lang", language, "--as", "p1")
    assert table.code == 0
    assert "003 先行打撃兵:炎" in table.out
    assert "link" not in table.out
    assert "調律" not in table.out


@languages
def test_a_record_that_cannot_have_been_seen_is_not_told(tmp_path: Path, language: Language) -> None:
    """Why it cannot be stands there instead."""
    file = tmp_path / "game.shinpan"
    file.write_text(SEEN + "青木 deploy card=突撃兵:炎\n", "utf-8")
    for command in ("story", "show"):
        ran = run(command, file, "--lang", language)
        assert ran.code == 2
        assert ran.out == ""
        assert str(file) in ran.err
