"""Random games of the house pack, judged under the print: its texts from a pack upon it, all else as facts.

python -m tests.filled_in 200
"""

import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace

from shinpan_engine.games.registry import GAMES, with_packs
from shinpan_engine.kernel.game import Game
from shinpan_engine.kernel.judging.record import ChanceSource, Outcome, PackRef, Record, RecordedChance
from shinpan_engine.kernel.judging.referee import Replay, verify
from shinpan_engine.kernel.packs import PackText, facts_from
from shinpan_engine.kernel.packs.kinds import key_of
from shinpan_service.workbench.simulation import random_record, seed_of


def toml(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {toml(inside)}' for key, inside in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return str(value).lower() if isinstance(value, bool | int) else f'"{value}"'


@cache
def texts_from(game: Game) -> PackText:
    """A pack over the print that says what no fact can as the house pack has it: lists of tables, such as the texts of
    cards, and rows that are not in the print or that no fact is about."""
    head = f'[pack]\nid = "texts"\ngame = "{game.name}"\ntitle = "The texts of the house"\nbase = "print"\n'
    return PackText("texts.toml", "\n".join([head, *_rows(game)]).encode())


def _rows(game: Game) -> Iterator[str]:
    for kind, shape in game.pack_kind.rows.items():
        key = key_of(shape)
        for number, row in game.packs["house"].tables[kind].items():
            printed = game.packs["print"].tables[kind].get(number, {})
            said = {field: value for field, value in row.items() if value != printed.get(field)}
            if printed and kind in game.pack_kind.tables.values():
                said = {field: value for field, value in said.items() if _is_text(value) and field not in printed}
            said = {field: value for field, value in said.items() if field not in (key, "source") or not printed}
            if said:
                fields = "\n".join(f"{field} = {toml(value)}" for field, value in {key: number, **said}.items())
                yield f"[[{kind}]]\n{fields}\n"


def _is_text(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def filled_in(game: Game, mode: str, number: int) -> Record:
    """A random game whose header names the pack of texts, and says as facts what the house pack says besides."""
    pack, house = game.with_packs([texts_from(game)]).packs["texts"], game.packs["house"]
    record = random_record(game, mode, house, seed_of("filled in", number))
    played = Replay(GAMES, record)
    played.run()
    outcomes = [Outcome(label, values) for label, values in sorted(played.chance.outcomes.items())]
    facts = facts_from(game.pack_kind, pack, house)
    header = replace(
        record.header,
        pack=PackRef(pack.id, pack.digest),
        chance=ChanceSource(RecordedChance(outcomes)),
        facts=facts,
    )
    return Record(header, record.entries)


def main(count: int, mode: str = "beginner") -> None:
    """Judges so many, and says what came of them."""
    games = with_packs([texts_from(GAMES["wars3x3"])])
    reports = [verify(games, filled_in(GAMES["wars3x3"], mode, number)) for number in range(count)]
    print(dict(Counter(report.verdict.word for report in reports)))
    print(*sorted({finding.message for report in reports for finding in report.findings})[:5], sep="\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
