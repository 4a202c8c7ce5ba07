"""Every test and tool that the page for operators names is there."""

import re
from pathlib import Path

from tools.attack import ATTACKS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8")


def test_the_tests_of_faults_are_there() -> None:
    """By file and name."""
    named = re.findall(r"`(tests/[\w/.]+\.py)(?:::(\w+))?`", PAGE)
    assert len(named) > 12
    for file, test in named:
        assert f"def {test}" in (ROOT / file).read_text("utf-8"), (file, test)


def test_the_tools_are_there() -> None:
    """With the options that the page gives them."""
    named = re.findall(r"^python -m (tools\.\w+) ([^#\n]*)", PAGE, re.MULTILINE)
    assert {tool for tool, _ in named} == {"tools.attack", "tools.fuzz_wire", "tools.soak"}
    for tool, options in named:
        text = (ROOT / f"{tool.replace('.', '/')}.py").read_text("utf-8")
        for option in re.findall(r"--[\w-]+", options):
            assert f'"{option}"' in text, (tool, option)
    assert "fairness" in ATTACKS
    assert f"{len(ATTACKS)} attacks" in PAGE
