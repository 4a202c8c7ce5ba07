"""`pytest --shinpan FOLDER`: the records in a folder are tests, in any repository that has some.

A transcript with a golden beside it must come out as that says; a record with hashes of its own must come out with
these. It is loaded in every run of pytest, so nothing of the engine is, before a folder is named.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

FOLDERS = "shinpan"
PACKS = "shinpan_packs"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options."""
    group = parser.getgroup("shinpan", "records of tabletop games")
    group.addoption(
        "--shinpan",
        action="append",
        default=[],
        dest=FOLDERS,
        metavar="FOLDER",
        help="Judge the records in this folder that have goldens or hashes; as often as need be.",
    )
    group.addoption(
        "--shinpan-packs",
        action="append",
        default=[],
        dest=PACKS,
        metavar="PATH",
        help="A card pack for these records, or a folder of such.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Has the folders gone through besides what is gone through anyway."""
    for folder in config.getoption(FOLDERS):
        if not Path(folder).exists():
            raise pytest.UsageError(f"--shinpan {folder}: there is no such file or folder")
        if folder not in config.args:
            config.args.append(folder)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> Any:
    """The tests of a file, if it has records and lies in one of the folders."""
    folders = [Path(folder).absolute() for folder in parent.config.getoption(FOLDERS)]
    if not any(file_path.is_relative_to(folder) for folder in folders):
        return None
    testing = import_module("shinpan_service.corpora.testing")
    return testing.collected(file_path, parent, parent.config.getoption(PACKS))
