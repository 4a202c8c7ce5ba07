"""What the documents for builders name is there."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from shinpan_service.serving.options import MIB, ServerOptions

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


def test_operators_are_told_every_limit() -> None:
    """Each number that can be set, with its default; that of workers depends on the machine."""
    page = (ROOT / "docs" / "operating.md").read_text("utf-8")
    told = dict(re.findall(r"^\| `--([a-z-]+)` \| ([^|]*) \|", page, re.MULTILINE))
    defaults: dict[str, Any] = {
        field.name.replace("_", "-"): field.default for field in fields(ServerOptions) if field.metadata
    }
    defaults["workers"] = "one a processor"
    spelled = {name: f"{one // MIB} MiB" if name.endswith("-bytes") else str(one) for name, one in defaults.items()}
    assert {name: default for name, default in told.items() if default} == spelled
