"""Makes the files of a frozen release. Once it is released nothing here is made again.

    python -m tools.frozen.making records            200 records of each mode
    python -m tools.frozen.making copies             schemas, conformance vectors, names, printed replays
    python -m tools.frozen.making series 10000 2     the digests of so many games of each mode, in two processes
    python -m tools.frozen.making sums               SHA256SUMS, last

Of the records of a mode the odd ones have every option at its default and are played by `play-1`; the even ones have
options drawn and players who hardly ever or often pass, and may resign. Every tenth has its outcomes written down in
place of the seed.
"""

import json
import shutil
import sys
from collections.abc import Sequence
from functools import partial

import msgspec

from shinpan_engine.games.registry import GAMES
from shinpan_engine.kernel.judging.record import Record
from shinpan_engine.kernel.judging.referee import verify
from shinpan_service.messages.records import record_to_message
from shinpan_service.workbench.players import PLAY_1
from shinpan_service.workbench.simulation import digest_of, random_record, seed_of
from tests.random_games import play, recorded, sealed

from .names import NAMES, names, spelled
from .replays import OUTCOMES, outcome, sources
from .series import SEED, kept_links, series_of
from .stored import FOLDER, REPLAYS, REPOSITORY, SUMS, Frozen, Mode, digests, modes, sums, write_digests, write_records

RECORDS_OF_A_MODE = 200
RECORDED_EACH = 10
LINK_BYTES = 8
"""What is kept of the link after an action; the last one is whole."""
FOLDERS = {"proto/shinpan": "proto/shinpan", "fixtures/conformance": "conformance"}


def game(mode: Mode, number: int) -> Record:
    """One of the records of a mode, sealed with its links."""
    if number % 2:
        record = random_record(mode.game, mode.mode, mode.game.packs["house"], seed_of(SEED, number), PLAY_1)
    else:
        record = play(mode.game, number, mode.mode)
    whole = sealed(recorded(record) if number % RECORDED_EACH == 0 else record)
    entries = [msgspec.structs.replace(one, state_hash=b"", link=one.link[:LINK_BYTES]) for one in whole.entries]
    return msgspec.structs.replace(whole, entries=tuple(entries))


def make_records() -> None:
    """Writes the records of all modes, and what is told of them."""
    found = digests()
    for mode in modes():
        records = [game(mode, number) for number in range(1, RECORDS_OF_A_MODE + 1)]
        write_records(mode, [record_to_message(one).SerializeToString(deterministic=True) for one in records])
        digest = digest_of(verify(GAMES, record).last_link for record in records)
        actions = sum(len(record.entries) for record in records)
        found[str(mode)] = Frozen(len(records), actions, digest, series_of([]))
        write_digests(found)
        print(f"{mode}: {len(records)} records, {actions} actions, {mode.path.stat().st_size:,} bytes", flush=True)


def make_copies() -> None:
    """Copies what is frozen as it is."""
    for source, target in FOLDERS.items():
        shutil.rmtree(FOLDER / target, ignore_errors=True)
        shutil.copytree(REPOSITORY / source, FOLDER / target)
    NAMES.write_text(spelled(names()), "utf-8")
    REPLAYS.mkdir(exist_ok=True)
    for name, path in sources().items():
        shutil.copy(path, REPLAYS / name)
    lines = [f"  {json.dumps(name)}: {json.dumps(outcome(REPLAYS / name))}" for name in sources()]
    OUTCOMES.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def make_series(count: int, jobs: int) -> None:
    """Writes the digests of the series of all modes, one mode after another."""
    for mode in modes():
        series = series_of(kept_links(mode, count, jobs, partial(_tell, mode)))
        found = digests()
        found[str(mode)] = found[str(mode)]._replace(series=series)
        write_digests(found)


def _tell(mode: Mode, games: int) -> None:
    print(f"{mode}: {games} games", flush=True)


def main(arguments: Sequence[str]) -> None:
    """Makes one of them."""
    match arguments:
        case ["records"]:
            make_records()
        case ["copies"]:
            make_copies()
        case ["series", count, jobs]:
            make_series(int(count), int(jobs))
        case ["sums"]:
            SUMS.write_text(sums(), "utf-8")
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
