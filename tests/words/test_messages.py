"""Messages: every key has its sentence in every language, and whatever stands in a value is told harmlessly."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.messages import (
    ENGLISH,
    KERNEL,
    LANGUAGES,
    LONGEST_TEXT,
    Language,
    Message,
    Rule,
    Seat,
    Step,
    Thing,
    catalogue,
    plain,
    say,
    sentence,
    slots,
    template_of,
)

from .keys import Named, named

ENGINE = Path(__file__).parents[2] / "engine" / "shinpan_engine"
FOLDERS = {KERNEL: ENGINE / "kernel", **{game: ENGINE / "games" / game for game in GAMES}}
SERVICE = ENGINE.parents[1] / "service"
SERVING = [*SERVICE.glob("shinpan_records/**/*.py"), *SERVICE.glob("shinpan_service/**/*.py")]
CONVERTED = [owner for owner in FOLDERS if catalogue(owner, ENGLISH)]
"""Those whose messages have keys. The others still say English sentences."""
HANDED_ON = (
    "kernel/packs",  # what is wrong with a pack file is still said in English sentences
    "kernel/messages.py",
    "kernel/errors.py",
    "kernel/play/violations.py",
    "kernel/play/lists.py",
    "kernel/play/choices.py",
)
"""Where a key is handed on that stands elsewhere."""
WITHOUT_CODE = "_join."
"""What no code names: it stands between the items of a list."""
converted = pytest.mark.parametrize("owner", CONVERTED)
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
@converted
def test_every_key_has_its_sentence(owner: str, language: Language) -> None:
    """What code says has a template in the language, with values for all it tells."""
    assert wrong(owner, keys_of(owner), language) == []


def in_service() -> list[Named]:
    """The keys of the kernel that the service names; what it refuses itself it says in English sentences."""
    return [key for path in sorted(SERVING) for key in named(path.read_text("utf-8")) if key.key]


@languages
def test_every_key_of_the_service_has_its_sentence(language: Language) -> None:
    """What the service says by key is of the kernel."""
    assert wrong(KERNEL, in_service(), language) == []


@converted
def test_no_sentence_is_left_over(owner: str) -> None:
    """Every template is said by some code."""
    used = {whole(one, key.key) for one in FOLDERS for key in keys_of(one)} | {key.key for key in in_service()}
    templates = [key for key in catalogue(owner, ENGLISH) if not key.startswith(WITHOUT_CODE)]
    assert [key for key in templates if f"{owner}.{key}" not in used] == []


@converted
def test_languages_tell_the_same(owner: str) -> None:
    """A sentence tells the same values in every language."""
    told = [{key: sorted(slots(text)) for key, text in catalogue(owner, one).items()} for one in LANGUAGES]
    assert all(one == told[0] for one in told)


def test_keys_of_the_kernel_say_so() -> None:
    """The kernel does not know which game it judges, so that its keys begin with its own name."""
    assert [one.key for one in keys_of(KERNEL) if one.key and not one.key.startswith(f"{KERNEL}.")] == []


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
