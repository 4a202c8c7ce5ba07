"""Messages: every key has its sentence in every language, and whatever stands in a value is told harmlessly."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.messages import (
    COMMON,
    ENGLISH,
    KERNEL,
    LANGUAGES,
    LONGEST_TEXT,
    PLAIN,
    Language,
    Message,
    Rule,
    Seat,
    Source,
    Step,
    Thing,
    catalogue,
    pack_title,
    plain,
    say,
    sentence,
    slots,
    spelled,
    template_of,
)
from shinpan_engine.kernel.packs.kinds import PRINTED

from .keys import Named, mentioned, named

PRINTED_IN_ENGLISH = re.compile(r"^(print|errata):.*(?<![\w./-])[a-z]{3,}(?![\w./])")
"""What a pack says in English of a place in the print."""
ENGINE = Path(__file__).parents[2] / "engine" / "shinpan_engine"
FOLDERS = {KERNEL: ENGINE / "kernel", **{game: ENGINE / "games" / game for game in GAMES}}
SERVICE = ENGINE.parents[1] / "service"
OUTSIDE = (ENGINE / "words", SERVICE / "shinpan_records", SERVICE / "shinpan_service")
"""Where keys of what is common to all games are named too."""
OWNERS = (*COMMON, *GAMES)
HANDED_ON = (
    "kernel/forms/system.py",
    "kernel/forms/toml.py",
    "kernel/packs/rows.py",
    "kernel/packs/kinds.py",
    "kernel/packs/shelf.py",
    "kernel/messages.py",
    "kernel/errors.py",
    "kernel/forms/from_json.py",
    "kernel/play/violations.py",
    "kernel/play/lists.py",
    "kernel/play/choices.py",
)
"""Where a key is handed on that stands elsewhere."""
WITHOUT_CODE = (
    "_join.",
    "_table.",
    "verdict.",
    "label.",
    "assumed.rul",
    "assumed.opt",
    "assumed.fact",
    "assumed.w",
    "assumed.inferred",
    "assumed.house",
    "assumed.errata",
    "assumed.unseen",
    "found.",
    "kept.",
    "held.",
    "differs.",
)
"""What no code names: it stands between the items of a list, or is one of the words for verdicts, tables and such."""
NO_KEYS = {PLAIN}
"""The key of what is not converted has no template."""
owners = pytest.mark.parametrize("owner", OWNERS)
folders = pytest.mark.parametrize("owner", FOLDERS)
languages = pytest.mark.parametrize("language", LANGUAGES)


def keys_of(owner: str) -> list[Named]:
    """What the modules of a game or of the kernel name. Keys from elsewhere are named where they come from."""
    found: list[Named] = []
    for path in sorted(FOLDERS[owner].rglob("*.py")):
        hands_on = path.relative_to(ENGINE).as_posix().startswith(HANDED_ON)
        found += [one for one in named(path.read_text("utf-8")) if one.key or not hands_on]
    return found


def whole(owner: str, key: str) -> str:
    """A key as it reaches a report."""
    return Message(key).of(owner).key


def wrong(owner: str, found: list[Named], language: Language) -> list[str]:
    """What is wrong between code and catalogue."""
    told = [f"line {one.line}: no key but {one.instead}" for one in found if one.instead]
    for one in [one for one in found if one.key]:
        template = template_of(whole(owner, one.key), language)
        if template is None or template_of(whole(owner, one.key), ENGLISH) is None:
            told.append(f"line {one.line}: {one.key} has no template")
        elif missing := [name for name in slots(template) if name not in one.values]:
            told.append(f"line {one.line}: {one.key} gives no {', '.join(missing)}")
    return told


@languages
@folders
def test_every_key_has_its_sentence(owner: str, language: Language) -> None:
    """What code says has a template in the language, with values for all it tells."""
    assert wrong(owner, keys_of(owner), language) == []


def outside() -> list[tuple[Path, str]]:
    """The sources outside of kernel and games, each with its text."""
    paths = [path for folder in OUTSIDE for path in sorted(folder.rglob("*.py"))]
    return [(path, path.read_text("utf-8")) for path in paths]


@languages
def test_every_key_outside_of_the_games_has_its_sentence(language: Language) -> None:
    """What readers, service and commands say by key is common to all games, and gets all the values it tells."""
    found = [(path.name, wrong(KERNEL, [one for one in named(text) if one.key], language)) for path, text in outside()]
    assert [(name, told) for name, told in found if told] == []


@languages
def test_every_key_that_is_mentioned_has_its_sentence(language: Language) -> None:
    """Keys that are handed on by name are there too."""
    known = {f"{owner}.{key}" for owner in COMMON for key in catalogue(owner, language)}
    assert said_in_common() - known <= NO_KEYS


def said_in_common() -> set[str]:
    """Every whole key that any source mentions."""
    engine = [path.read_text("utf-8") for path in sorted(ENGINE.rglob("*.py"))]
    return {key for text in (*engine, *(text for _, text in outside())) for key in mentioned(text)}


@owners
def test_no_sentence_is_left_over(owner: str) -> None:
    """Every template is said by some code."""
    used = {whole(one, key.key) for one in FOLDERS for key in keys_of(one)} | said_in_common()
    templates = [key for key in catalogue(owner, ENGLISH) if not key.startswith(WITHOUT_CODE)]
    assert [key for key in templates if f"{owner}.{key}" not in used] == []


def differing(*catalogues: Mapping[str, str]) -> list[str]:
    """The keys that are not in all catalogues, or do not tell the same values in each."""
    told = [{key: sorted(slots(text)) for key, text in one.items()} for one in catalogues]
    keys = dict.fromkeys(key for one in told for key in one)
    return [key for key in keys if any(one.get(key) != told[0].get(key) for one in told)]


@owners
def test_languages_tell_the_same(owner: str) -> None:
    """A sentence tells the same values in every language."""
    assert differing(*(catalogue(owner, one) for one in LANGUAGES)) == []


@pytest.mark.parametrize("text", ["{cost}", "{cost} {mana} {card}", "{cost} {manna}", "nothing"])
def test_a_placeholder_that_is_missing_or_too_many_is_found(text: str) -> None:
    """In either language, as is a key that one of them lacks; the order of the values is each one's own."""
    english = {"removal.cost": "{cost} of {mana}", "same": "{a} {b:or}"}
    japanese = {"removal.cost": text, "same": "{b:or} {a}"}
    assert differing(english, japanese) == differing(japanese, english) == ["removal.cost"]
    assert differing(english, {"same": "{b} {a}"}) == ["removal.cost"]


@pytest.mark.parametrize("game", GAMES)
def test_sources_of_our_packs_are_told_in_japanese(game: str) -> None:
    """Where a fact of ours is from has its words, unless the print's own are enough."""
    tables = [pack.tables for pack in GAMES[game].made.whole.values() if pack.texts[0].ours]
    rows = [row for table in tables for kind in table.values() for row in kind.values()]
    said = dict.fromkeys(text for row in rows for text in row.get("source", {}).values())
    foreign = [text for text in said if not text.startswith(PRINTED) or PRINTED_IN_ENGLISH.search(text)]
    assert foreign, "there are some"
    assert [text for text in foreign if spelled(Source(game, text), "ja") == text] == []


@pytest.mark.parametrize("game", GAMES)
def test_titles_of_our_packs_are_told_in_japanese(game: str) -> None:
    """A pack of ours is called something in Japanese, one of an owner what it calls itself."""
    titles = [pack.title for pack in GAMES[game].made.whole.values() if pack.texts[0].ours]
    assert titles, "there are some"
    for title in titles:
        assert pack_title(game, title, "ja") != title == pack_title(game, title, ENGLISH)
    assert pack_title(game, "my own cards", "ja") == "my own cards"


@pytest.mark.parametrize("game", GAMES)
def test_tables_have_their_words(game: str) -> None:
    """Every table and kind of row is called something in every language."""
    kind = GAMES[game].pack_kind
    for language in LANGUAGES:
        assert [name for name in (*kind.tables, *kind.rows) if f"_table.{name}" not in catalogue(game, language)] == []


def test_keys_of_the_kernel_say_so() -> None:
    """The kernel does not know which game it judges, so that its keys begin with its own name."""
    assert [one.key for one in keys_of(KERNEL) if one.key and one.key.partition(".")[0] not in COMMON] == []


@pytest.mark.parametrize(
    "source",
    [
        'Violation("X-1", "removal.of.nobody")',
        'say("kernel.note.no_such_note")',
        'raise errors.NotHere("field", "kernel.header.pack", pack="x")',
        'say("kernel.turn" if one else "kernel.no_turn")',
        "say(key)",
        'class A:\n    called = "list.of.nothing"',
    ],
)
def test_what_has_no_sentence_is_found(source: str) -> None:
    """A key without template, a value that is not given and a key that is made on the way are all found."""
    assert len(wrong(KERNEL, [*named(source)], ENGLISH)) == 1


def test_a_key_gets_the_name_of_its_game() -> None:
    """A key in a message and in the values of one is made whole, once; keys of the kernel are."""
    inner = say("cost.of", cards=(say("cost.one"), 3))
    whole = say("kernel.pack.silent", what=inner).of("toy")
    assert whole == Message(
        "kernel.pack.silent",
        (("what", Message("toy.cost.of", (("cards", (Message("toy.cost.one"), 3)),))),),
    )
    assert whole.of("toy") == whole


class Book:
    """Names of three cards."""

    def text(self, table: str, number: int) -> str:
        return f"{table[0].upper()}{number}"

    def printed(self, table: str, number: int) -> str:
        return {1: "fox", 2: "owl"}.get(number, "")


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (say("kernel.card", card=Thing("card", 1)), "fox (C1)"),
        (say("kernel.card", card=Thing("card", 3)), "C3 (C3)"),
        (say("kernel.entry.no_card_perhaps", table="card", word="a", pack="b", near=("c", "d")), "perhaps c or d"),
        (say("kernel.head.owed", said=plain("no, no"), seat=Seat(2), ask="lay"), "no, no: p2 has to decide"),
        (say("kernel.assumed.option", about=Step("3.1"), value=7, clause=Rule("X-1")), "3.1: 7 (X-1)"),
        (plain("not converted {yet}"), "not converted {yet}"),
        (Message("nobody.says", (("n", 3),)), "nobody.says n=3"),
        (Message("../../secret", ()), "../../secret"),
    ],
)
def test_values_are_spelled(message: Message, told: str) -> None:
    """Cards by their printed names or ids, seats, steps and clauses as records write them, lists as their slot asks."""
    assert told in sentence(message, names=Book())


HOSTILE = st.text(st.characters(codec="utf-8"), max_size=60) | st.just("\x1b[2J\u202e\n" * 2000) | st.just("{text}" * 9)


@given(HOSTILE)
def test_no_value_does_harm(text: str) -> None:
    """A value is told as it stands: cut if it is long, without signs that would do something, and never a template."""
    for language in LANGUAGES:
        told = sentence(say("kernel.claim.no_path", path=text), language)
        assert told.isprintable()
        assert len(told) <= LONGEST_TEXT + 40
        assert text in told or not text.isprintable() or len(text) > LONGEST_TEXT


def test_what_a_language_lacks_is_told_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """A template that is not there in a language is that of English."""
    monkeypatch.setattr(
        "shinpan_engine.kernel.messages.catalogue", lambda _, language: {"a": "told"} if language == ENGLISH else {}
    )
    assert template_of("toy.a", "ja") == "told"
