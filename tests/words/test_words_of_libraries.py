"""What Python, protobuf and the system say in English reaches no reader as it is: we say it in both languages."""

import errno
import json
import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format
from hypothesis import given
from hypothesis import strategies as st

from shinpan.v1 import record_pb2
from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.errors import RequestError
from shinpan_engine.kernel.forms.system import why_of_system
from shinpan_engine.kernel.forms.toml import SLIPS, why_no_toml
from shinpan_engine.kernel.messages import LANGUAGES, Message, sentence
from shinpan_records import json_record
from shinpan_records.json_text import NotJson
from tests.cli.command import PRINTED, run
from tests.cli.command import load as record_of

ENGLISH = re.compile(r"(?<![\w./\[“「])[a-z]{3,}(?![\w.\]])")
WORDS_OF_TOML = {"true", "false", "null"}


def english_in(message: Message) -> list[str]:
    """The English words of a message in Japanese; those that a file has are ours to write."""
    return [word for word in ENGLISH.findall(sentence(message, "ja")) if word not in WORDS_OF_TOML]


WRONG_TOML = [
    ("= 1", "statement"),
    ("a = 1 b = 2", "more_on_line"),
    ("[a", "table_open"),
    ("[[a]", "table_open"),
    ("a 1", "no_equals"),
    ("a = 'b", "quote_open"),
    ('a = "b', "quote_open"),
    ('a = "b\n"', "quote_open"),
    ("a = '''b", "quote_open"),
    ("# \x01", "sign"),
    ('a = "\x01"', "sign"),
    ("a = 1\na = 2", "twice"),
    ("[a]\n[a]", "twice"),
    ("a = 1\n[a]", "twice"),
    ("a = {b = 1, b = 2}", "twice"),
    ("[[a]]\n[a]", "twice"),
    ("a = [1]\n[[a]]", "closed"),
    ("a = {b = 1}\n[a.c]", "twice"),
    ("a = {b = 1}\na.c = 2", "closed"),
    ("a.äö = 1", "no_name"),
    ("a = [1 2]", "list_open"),
    ("a = {b = 1 c = 2}", "braces_open"),
    ('a = "\\q"', "backslash"),
    ('a = "\\u12"', "escape"),
    ('a = "\\ud800"', "escape"),
    ("a = 2026-02-30", "date"),
    ("a = wrong", "value"),
    ("a = [1,\nb = 2", "value"),
]


@pytest.mark.parametrize(("text", "slip"), WRONG_TOML)
def test_each_slip_in_toml_has_its_sentence(text: str, slip: str) -> None:
    """With the line and the column, or the end of the file."""
    with pytest.raises(tomllib.TOMLDecodeError) as raised:
        tomllib.loads(text)
    message = why_no_toml(raised.value)
    placed = dict(message.values)["said"]
    assert isinstance(placed, Message)
    assert dict(placed.values)["slip"] == Message(f"kernel.toml.{slip}")
    assert english_in(message) == []
    at = re.search(r"line (\d+), column (\d+)", str(raised.value))
    assert ([placed.key, *(value for _, value in placed.values[:-1])]) == (
        ["kernel.toml.at", int(at[1]), int(at[2])] if at else ["kernel.toml.at_end"]
    )


def test_every_slip_is_shown() -> None:
    """All sentences about TOML but two that this Python never needs: one for a later one, one for an old one."""
    assert {key.rpartition(".")[2] for _, key in SLIPS} - {slip for _, slip in WRONG_TOML} <= {"line_end"}


SIGNS = st.text("ab=[]{}.,'\"#\n\\ u1-:T\x01", max_size=30)


@given(SIGNS)
def test_no_slip_is_told_in_the_words_of_python(text: str) -> None:
    """Whatever is written."""
    try:
        tomllib.loads(text)
    except ValueError as error:
        message = why_no_toml(error)
    else:
        return
    assert "kernel.toml.other" not in repr(message)
    assert english_in(message) == []


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\xff", "1バイト目がUTF-8の文字ではありません"),
        (b"a = " + b"[" * 30_000, "括弧の入れ子が深すぎます"),
        (b"a = " + b"9" * 30_000, "桁が多すぎる数字があります"),
        (b"a = ", "ファイルの終わり: 値として読めません"),
    ],
)
def test_whatever_reads_toml_says_so(data: bytes, told: str, tmp_path: Path) -> None:
    """A pack, settings, tokens: the same sentence, and never a fault of ours."""
    file = tmp_path / "file.toml"
    file.write_bytes(data)
    calls: tuple[tuple[Any, ...], ...] = (
        ("serve", "--config", file),
        ("token", "new", "a", "--scope", "verify", "--to", file),
    )
    for call in calls:
        assert told in run(*call, "--lang", "ja").err
    assert told in run("pack", "check", file, "--lang", "ja").out


TREES = json.loads(json_record.written(record_of(PRINTED)[0]))
VALUES = [None, 5, -1, 1.5, True, "x", "*", "", [], {}, [None], ["x"], {"x": 1}, 10**20, float("nan"), "\ud800"]


def altered(seed: int) -> str:
    """A record as JSON with one place altered: another value, a field too many or written twice."""
    chance, tree = random.Random(seed), json.loads(json.dumps(TREES))
    node: Any = tree
    while True:
        at = chance.choice(list(node) if isinstance(node, dict) else range(len(node)))
        if not isinstance(node[at], dict | list) or not node[at] or chance.random() < 0.2:
            break
        node = node[at]
    kind = chance.randrange(3)
    if kind == 0 and isinstance(node, dict):
        node[chance.choice(["headr", "anoare", "drive", "unresolved", "Game"])] = chance.choice([{}, 1])
    else:
        node[at] = chance.choice(VALUES)
    return json.dumps(tree)


def refusal(text: str) -> Message | None:
    """What is said of a text that is no record; nothing of one that is, or whose header names what there is not."""
    try:
        json_record.read(text.encode(), GAMES)
    except NotJson as error:
        return error.message
    except RequestError:
        pass
    return None


@pytest.mark.parametrize("seed", range(150))
def test_what_protobuf_refuses_is_said_with_its_place(seed: int) -> None:
    """The line and path of a field that is wrong, and what may stand there."""
    text = altered(seed)
    try:
        json_format.Parse(text, record_pb2.Record())
    except json_format.ParseError:
        message = refusal(text)
        assert message is not None
        assert message.key in ("transcript.json.at", "transcript.json.constant"), text[:300]
        # Names of fields and values are the schema's: without them nothing of it is English.
        said = dict(message.values).get("said", message)
        assert isinstance(said, Message)
        assert english_in(Message(said.key)) == []


WRONG_JSON = [
    "",
    "{",
    '{"a"',
    "{a: 1}",
    '{"a": 1,}',
    '{"a": 1}x',
    '{"a',
    '{"\\x": 1}',
    '{"\\u12": 1}',
    '{"a": "\n"}',
    "[1 2]",
]


@pytest.mark.parametrize("text", WRONG_JSON)
def test_what_is_no_json_is_said_in_our_words(text: str) -> None:
    """With line and column."""
    with pytest.raises(json.JSONDecodeError) as raised:
        json.loads(text)
    message = refusal(text)
    assert message is not None
    assert english_in(message) == []
    assert sentence(message, "ja").startswith(f"{raised.value.lineno}行目{raised.value.colno}文字目: ")


@pytest.mark.parametrize("number", sorted(errno.errorcode))
def test_what_the_system_says_is_told_in_every_language(number: int) -> None:
    """What is rare by its name, which is the same everywhere."""
    message = why_of_system(OSError(number, "in English"))
    for language in LANGUAGES:
        assert "in English" not in sentence(message, language)
    assert english_in(message) == []
