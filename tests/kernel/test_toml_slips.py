"""What is said of a pack file that is no TOML: in our words, in both languages, with the place."""

import tomllib

import pytest

from shinpan_engine.kernel.messages import LANGUAGES, sentence
from shinpan_engine.kernel.packs.toml_slips import no_toml

SLIPS = {
    "a = wars": ("value", "line 1, column 5"),
    "a = “x”": ("value", "line 1, column 5"),
    'a = "x\nb = 1': ("open_text", "line 1, column 7"),
    'a = "x': ("open_text", "end of document"),
    "a = 'x\n": ("open_text", "end of document"),
    'a = "\x01"': ("sign", "line 1, column 6"),
    'a = "\\q"': ("backslash", "line 1, column 8"),
    'a = "\\ud800"': ("backslash", "line 1, column 12"),
    'a "x"': ("equals", "line 1, column 3"),
    "a = 9 8": ("more", "line 1, column 7"),
    "あ = 1": ("field", "line 1, column 1"),
    "[ [card]]": ("name", "line 1, column 3"),
    "a = [1, 2": ("open_list", "end of document"),
    "a = [1 2]": ("open_list", "line 1, column 8"),
    "a = { b = 1": ("open_table", "end of document"),
    "[[card]": ("open_head", "line 1, column 7"),
    "[pack": ("open_head", "end of document"),
    "a = 1\na = 2\nb = 3": ("twice", "line 2, column 6"),
    "a = { b = 1, b = 2 }": ("twice", "line 1, column 19"),
    "[a]\n[a]\n": ("head_twice", "line 2, column 3"),
}


@pytest.mark.parametrize(("text", "told"), SLIPS.items(), ids=map(repr, SLIPS))
def test_a_slip_is_told_in_words_with_its_place(text: str, told: tuple[str, str]) -> None:
    """Whoever has written it need not know what the parser means."""
    with pytest.raises(tomllib.TOMLDecodeError) as raised:
        tomllib.loads(text)
    message = no_toml(raised.value)
    why = dict(message.values)["why"]
    assert str(why) in str(message)
    assert (getattr(why, "key", ""), told[1] in str(message)) == (f"packfile.toml.{told[0]}", True)
    assert len({sentence(message, language) for language in LANGUAGES}) == len(LANGUAGES)


def test_what_nobody_knows_is_told_as_it_is() -> None:
    """A parser of a later version may say something else."""
    assert str(no_toml(tomllib.TOMLDecodeError("Odd (at line 2, column 1)"))) == "Odd (at line 2, column 1)"
