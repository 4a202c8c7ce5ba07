"""The folder of packs, and the pack that README shows to owners."""

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from shinpan_engine.games.wars3x3.pack_files import PACKS
from shinpan_engine.games.wars3x3.pack_rows import PackFile
from shinpan_engine.kernel.errors import PackError
from shinpan_engine.kernel.packs import load, pack_ids

README = Path(__file__).parents[3] / "README.md"


def shown_to_owners() -> dict[str, Any]:
    """The pack in README."""
    (block,) = re.findall(r"```toml\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    return {"text": block, "rows": msgspec.convert(tomllib.loads(block), PackFile)}


def test_the_pack_in_the_readme_is_one(tmp_path: Path) -> None:
    """It loads, is whole by its base, and says of its cards what it says there."""
    file = tmp_path / "mine.toml"
    file.write_text(shown_to_owners()["text"], "utf-8")
    cards = load(PACKS, file).cards
    assert [row.number for row in cards.rows.card] == list(range(1, 49))
    assert cards.swelling[22] == "own_turn"
    assert cards.all_traits.undying[22] is False
    assert cards.magic[15].grand == load(PACKS, builtin="print").cards.magic[14].grand
    assert cards.resting.traited[22] is None


def test_every_file_of_the_folder_is_a_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours first, then the others by name; a file is named by the id of its pack."""
    folder = tmp_path / "of_an_owner" / "packs"
    folder.mkdir(parents=True)
    (tmp_path / "of_an_owner" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    kind = PACKS._replace(package="of_an_owner")
    for name in ("mine.toml", "house.toml", "another.toml", "print.toml", "schema.json"):
        (folder / name).write_text('[pack]\nid = "mine"\ngame = "wars3x3"\ntitle = "t"\n', "utf-8")
    assert pack_ids(kind) == ["print", "house", "another", "mine"]
    assert load(kind, builtin="mine").title == "t"
    with pytest.raises(PackError, match=r"another\.toml: pack: id: the file is named another\.toml"):
        load(kind, builtin="another")
