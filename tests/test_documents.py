"""What the documents for builders name is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DESIGN = ROOT / "docs" / "design.md"
CODE = ("engine", "proto", "service/shinpan_records", "service/shinpan_service", "tools", "tests")
WRITTEN = (".py", ".proto", ".toml")


def prose(path: Path) -> str:
    """A document without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    "document",
    [
        "README.md",
        "README.ja.md",
        "CONTRIBUTING.md",
        *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/*.md")),
    ],
)
def test_links_lead_to_files(document: str) -> None:
    """Every link to a file of the project, from where the document lies."""
    path = ROOT / document
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", prose(path)) if "://" not in link]
    assert links
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_the_design_names_what_the_code_names() -> None:
    """Every word that stands there as code: a class, a function, a module, a folder."""
    named = {word for code in re.findall(r"`([^`]+)`", prose(DESIGN)) for word in re.findall(r"\w+", code)}
    known = {
        word
        for folder in CODE
        for path in (ROOT / folder).rglob("*")
        if path.suffix in WRITTEN and path != Path(__file__)
        for word in (path.stem, *path.relative_to(ROOT).parts, *re.findall(r"\w+", path.read_text("utf-8")))
    }
    assert {"together", "parallel"} <= named
    assert sorted(named - known) == []
