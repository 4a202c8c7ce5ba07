"""Repeats an attacker's day against a server: `python -m tools.attack --server PATH/TO/bin/shinpan`.

Each attack gets a fresh server with default options on a free port of the loopback, and what it did is printed with
whether the service held. The server may be that of any installation; a digest that its packs do not share is fitted.
"""

import argparse
import json
import sys
import time
from pathlib import Path

from tools import attacks_on_front, attacks_on_games, attacks_on_workers
from tools.attacks_on_workers import Outcome

ATTACKS = {**attacks_on_workers.ATTACKS, **attacks_on_front.ATTACKS, **attacks_on_games.ATTACKS}


def carried_out(name: str, server: Path) -> Outcome:
    """What an attack came to. One that fails itself has not been stood."""
    try:
        return ATTACKS[name]([server])
    except Exception as error:
        return Outcome({"the attack failed": repr(error)}, False)


def main() -> int:
    """Carries out the attacks wanted; exit code 1 if one was not stood."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--server", type=Path, default=Path(sys.executable).with_name("shinpan"), help="what to start")
    options.add_argument("--only", action="append", choices=list(ATTACKS), help="an attack; may be said more than once")
    options.add_argument("--json", action="store_true", help="print one line of JSON for each attack")
    asked = options.parse_args()
    held = True
    for name in asked.only or ATTACKS:
        begun = time.monotonic()
        outcome = carried_out(name, asked.server.absolute())
        figures = {
            what: value if isinstance(value, int | dict) else str(value) for what, value in outcome.figures.items()
        }
        if asked.json:
            print(json.dumps({"name": name, "held": outcome.held, **figures}, ensure_ascii=False), flush=True)
        else:
            verdict = "held" if outcome.held else "DID NOT HOLD"
            print(f"{name:21} {verdict:13} {time.monotonic() - begun:5.0f} s", flush=True)
            for what, value in figures.items():
                print(f"    {what}: {value}", flush=True)
        held &= outcome.held
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
