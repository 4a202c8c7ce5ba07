"""The clauses of a rulebook, by id."""

import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib.resources import files

import msgspec

from .judging.report import Assumption
from .messages import Language, Message, Worded, rule_words, say

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

    def __init__(self, package: str, clauses: Iterable[Clause], options: Iterable[Option]) -> None:
        self._package = package
        self._clauses = {clause.id: clause for clause in clauses}
        self.options = list(options)
        self.option_of = {option.rule: option for option in self.options}
        """The option that a clause offers, by the clause."""
        self._assumed: dict[str, Assumption] = {}
        self._idle: dict[str, list[Option]] = {}

    def __getitem__(self, clause: str) -> Clause:
        return self._clauses[clause]

    def __contains__(self, clause: object) -> bool:
        return clause in self._clauses

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses.values())

    def idle_in(self, mode: str) -> list[Option]:
        """The options that decide nothing in a mode. Looked up once, since each game asks."""
        found = self._idle.get(mode)
        if found is None:
            found = self._idle[mode] = [option for option in self.options if option.modes and mode not in option.modes]
        return found

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

    def assumed(self, clause: str) -> Assumption:
        """That a clause is read by its ruling, or as what follows from the print. Made once, since most games rest on
        the same clauses."""
        found = self._assumed.get(clause)
        if found is None:
            found = self._assumed[clause] = Assumption("ruling", clause, self._read_as(self[clause]))
        return found

    def _read_as(self, clause: Clause) -> Message:
        if not clause.ruling:
            return say("kernel.assumed.inferred")
        return say("kernel.assumed.ruling", ruling=self.worded(clause.ruling, f"{clause.id}.ruling"))

    def worded(self, text: str, key: str) -> Worded:
        """A text of the rulebook, to be told in any language."""
        return Worded(text, self._package, key)

    def binding(self, mode: str) -> list[Clause]:
        """The clauses that bind in a mode and that a test can show."""
        return [c for c in self if mode in c.modes and c.hold != "none"]


def rule_book(package: str) -> RuleBook:
    """The clauses and options that a game's package has in its `rules.toml`."""
    data = tomllib.loads(files(package).joinpath("rules.toml").read_text("utf-8"))
    return RuleBook(package, msgspec.convert(data["rule"], list[Clause]), msgspec.convert(data["option"], list[Option]))
