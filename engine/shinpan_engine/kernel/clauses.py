"""The clauses of a rulebook, by id."""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files

import msgspec

from .messages import Language, rule_words

_GLOSS = re.compile(r" \([A-Za-z][A-Za-z -]*\)$")
"""What a printed title means in English."""
TEXTS = ("section", "text", "example", "reason", "ambiguity", "ruling")
"""The texts of a clause, which `rules.<language>.toml` has in another language."""


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One atomic rule: what it says, where it binds, what holds it, an example, and how an open place is read."""

    id: str
    section: str
    kind: str
    modes: list[str]
    text: str
    hold: str
    example: str = ""
    reason: str = ""
    ambiguity: str = ""
    ruling: str = ""
    inferred: bool = False

    @property
    def is_reading(self) -> bool:
        """Whether it is not printed as it stands here, so that a verdict resting on it must say so."""
        return bool(self.ruling) or self.inferred


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up switch for an open place of the print: the field of the set-up whose values are the choices."""

    name: str
    rule: str
    about: str
    modes: list[str] = []
    """The modes in which it can make a difference; empty for all."""


class RuleBook:
    """All clauses and options of one game, in printed order."""

    def __init__(self, package: str) -> None:
        self._package = package
        data = tomllib.loads(files(package).joinpath("rules.toml").read_text("utf-8"))
        self._clauses = {c.id: c for c in msgspec.convert(data["rule"], list[Clause])}
        self.options = msgspec.convert(data["option"], list[Option])
        self.option_of = {option.rule: option for option in self.options}
        """The option that a clause offers, by the clause."""

    def __getitem__(self, clause: str) -> Clause:
        return self._clauses[clause]

    def __contains__(self, clause: object) -> bool:
        return clause in self._clauses

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses.values())

    def told(self, clause: Clause, language: Language) -> Clause:
        """A clause with its texts in a language; in English as far as there are none in it."""
        words = rule_words(self._package, language)
        found = {name: words[f"{clause.id}.{name}"] for name in TEXTS if f"{clause.id}.{name}" in words}
        if words and "section" not in found:
            found["section"] = _GLOSS.sub("", clause.section)
        return msgspec.structs.replace(clause, **found)

    def about(self, option: Option, language: Language) -> str:
        """What an option decides, in a language; in English if there is no text in it."""
        return rule_words(self._package, language).get(f"option.{option.name}.about", option.about)

    def binding(self, mode: str) -> list[Clause]:
        """The clauses that bind in a mode and that a test can show."""
        return [c for c in self if mode in c.modes and c.hold != "none"]
