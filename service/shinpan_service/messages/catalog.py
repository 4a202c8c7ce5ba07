"""What this referee can judge, as messages."""

from shinpan.v1 import catalog_pb2
from shinpan_engine.kernel import game as kernel
from shinpan_engine.kernel.clauses import Clause, Option
from shinpan_engine.kernel.forms.text import enum_word, fields, seat_name
from shinpan_engine.kernel.messages import Language, pack_title


def game_to_message(game: kernel.Game, language: Language, with_clauses: bool) -> catalog_pb2.Game:
    """A game with its modes, options and packs, and its clauses if they are wanted; texts of rules and titles of packs
    in a language."""
    message = catalog_pb2.Game(name=game.name, title=game.title, editions=game.editions)
    message.modes.extend(_mode(mode) for mode in game.modes)
    message.options.extend(_option(game, option, language) for option in game.rules.options)
    message.packs.extend(
        catalog_pb2.PackInfo(id=pack.id, digest=pack.digest, title=pack_title(game.name, pack.title, language))
        for pack in game.made.found.values()
    )
    if with_clauses:
        message.clauses.extend(_clause(game.rules.told(clause, language)) for clause in game.rules)
    return message


def _mode(mode: kernel.Mode) -> catalog_pb2.Mode:
    return catalog_pb2.Mode(
        name=mode.name,
        title=mode.title,
        supported=mode.supported,
        min_seats=mode.min_seats,
        max_seats=mode.max_seats,
    )


def _option(game: kernel.Game, option: Option, language: Language) -> catalog_pb2.Option:
    field = next(field for field in fields(game.setup) if field.name == option.name)
    seats = range(1, max(mode.max_seats for mode in game.modes) + 1)
    return catalog_pb2.Option(
        name=option.name,
        values=[*map(seat_name, seats)] if field.table else [*map(enum_word, field.kind)],
        default_choice="" if field.table else enum_word(field.kind(0)),
        clause=option.rule,
        about=game.rules.about(option, language),
        modes=option.modes,
    )


def _clause(clause: Clause) -> catalog_pb2.Clause:
    return catalog_pb2.Clause(
        id=clause.id,
        section=clause.section,
        text=clause.text,
        example=clause.example,
        modes=clause.modes,
        hold=clause.hold,
        reason=clause.reason,
        ruling=clause.ruling,
        ambiguity=clause.ambiguity,
        inferred=clause.inferred,
    )
