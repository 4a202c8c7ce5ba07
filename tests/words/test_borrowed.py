"""The tool that compares our Japanese with the rulebooks sees what is borrowed."""

import pytest

from tools.borrowed import MOST_SHARED, ROOT, ours, shared

PRINT = "あいうえおかきくけこさしすせそたちつてとなにぬねの"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (PRINT[: MOST_SHARED + 1], PRINT[: MOST_SHARED + 1]),
        (f"はひ{PRINT[2 : MOST_SHARED + 3]}", PRINT[2 : MOST_SHARED + 3]),
        (PRINT[:MOST_SHARED], ""),
        (f"{PRINT[:10]}{{amount}}{PRINT[10:20]}", ""),
        (f"{PRINT[:10]} \n{PRINT[10:21]}", PRINT[:21]),
    ],
)
def test_a_run_that_is_too_long_is_seen(text: str, found: str) -> None:
    """Longer than 20 characters, wherever it stands, spaces aside; a placeholder breaks it."""
    assert shared(text, PRINT) == found


def test_all_our_japanese_is_compared() -> None:
    """The words of the cards of every game are among it, and so are the clauses."""
    files = {file for file, _ in ours()}
    assert all(path.relative_to(ROOT).as_posix() in files for path in ROOT.glob("engine/**/rules.ja.toml"))
    assert {"README.ja.md", "service/shinpan_records/words/events.ja.toml"} <= files
    assert {f"engine/shinpan_engine/words/cards/{game}.ja.toml" for game in ("wars3x3", "anoare", "drive")} <= files
