"""The HTML file that carries the page, its data and the referee's parts: one file, from which no request leaves."""

import base64
import gzip
import html
import io
import json
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

PACKAGES = ("shinpan_engine", "shinpan_records")
"""What the worker needs of us."""
PARTS = ("worker", "wasm", "library", "msgspec")
"""What `tools/page_runtime.py` builds."""
COMPILED = "compiled.zip"
"""Our modules as that command compiled them, each with the sign of its source."""
EPOCH = (1980, 1, 1, 0, 0, 0)
NOBODY, ITS_SERVER = "'none'", "'self'"
"""Whom the page may ask over the network."""

_POLICY = (
    "default-src 'none'; script-src {hashes}{engine}; style-src 'unsafe-inline'; img-src data: blob:; "
    "connect-src {asks}; base-uri 'none'; form-action 'none'{worker}"
)
_FRAME = """<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<style>:root {{ color-scheme: light dark }} body {{ margin: 0; font-family: sans-serif }}
#start {{ padding: 24px }}</style>
</head>
<body>
<div id="start"><p lang="ja">ページを開いています。この文が消えないときは、JavaScript が止められているか、
ファイルが途中で切れています。ブラウザやサーバーの設定を確かめるか、ファイルをもう一度受け取ってください。</p>
<p lang="en">The page is being opened. If this sentence stays, JavaScript is blocked or the file was cut off:
check the settings of the browser or the server, or fetch the file once more.</p></div>
{parts}
<script>{check}</script>
</body>
</html>
"""


class NoRuntime(Exception):
    """The referee's parts are not there; they are built where npm is."""


def replay_file(data: Mapping[str, Any]) -> bytes:
    """The page with a recorded game in it."""
    said = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
    game = data["game"]
    title = f"{game['title']} {' – '.join(data['seats'])}"
    return _page(title, {"data": gzip.compress(said, 9, mtime=0)}, referee=False)


def referee_file(asks: str = NOBODY) -> bytes:
    """The page with the referee in it, and whom it may ask. Raises `NoRuntime` where its parts have not been built."""
    runtime = files(__package__) / "runtime"
    try:
        parts = {name: (runtime / f"{name}.gz").read_bytes() for name in PARTS}
        notices = (runtime / "notices.txt").read_bytes()
        made = _made((runtime / COMPILED).read_bytes())
    except FileNotFoundError:
        raise NoRuntime from None
    parts["engine"] = gzip.compress(engine_archive(made), 9, mtime=0)
    return _page("Shinpan 審判", parts | {"notices": gzip.compress(notices, 9, mtime=0)}, referee=True, asks=asks)


def _page(title: str, parts: Mapping[str, bytes], referee: bool, asks: str = NOBODY) -> bytes:
    bundle = files(__package__) / "bundle"
    check, page = (_script(bundle / name) for name in ("check.js", "page.js"))
    packed = {"page": gzip.compress(page.encode(), 9, mtime=0)} | dict(parts)
    told = "\n".join(_part(name, data) for name, data in packed.items())
    text = _FRAME.format(policy=_policy(check, page, referee, asks), title=_title(title), parts=told, check=check)
    return text.encode()


def _title(title: str) -> str:
    """Players' names are in it: nothing of them is markup, and nothing turns the direction of what follows."""
    return html.escape("".join(sign for sign in title if sign.isprintable()))


def _script(path: Traversable) -> str:
    return path.read_text("utf-8").strip()


def _policy(check: str, page: str, referee: bool, asks: str) -> str:
    hashes = " ".join(f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'" for text in (check, page))
    engine, worker = (" 'wasm-unsafe-eval' blob:", "; worker-src blob:") if referee else ("", "")
    return _POLICY.format(hashes=hashes, engine=engine, asks=asks, worker=worker)


def _part(name: str, data: bytes) -> str:
    """Data beside the code, which no browser takes for code: base64 has no sign that ends it."""
    return f'<script type="text/plain" id="{name}">{base64.b64encode(data).decode()}</script>'


Made = Mapping[str, tuple[bytes, bytes]]
"""What a module was compiled to, by its file, with the sign of the source."""


def engine_archive(made: Made | None = None) -> bytes:
    """The engine as it is installed here, for Python in the browser: texts and tables, and of modules what was made of
    just this source."""
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_STORED) as archive:
        for package in PACKAGES:
            for name, data in sorted(_files_of(files(package), package)):
                archive.writestr(*_module(name, data, made or {}))
    return found.getvalue()


def _module(name: str, source: bytes, made: Made) -> tuple[zipfile.ZipInfo, bytes]:
    sign, compiled = made.get(f"{name}c", (b"", b""))
    if sign == source_sign(source):
        return zipfile.ZipInfo(f"{name}c", EPOCH), compiled
    return zipfile.ZipInfo(name, EPOCH), source


def _made(archive: bytes) -> Made:
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        return {info.filename: (info.comment, found.read(info)) for info in found.infolist()}


def source_sign(source: bytes) -> bytes:
    """What tells one source from another."""
    return sha256(source).digest()


def _files_of(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for item in folder.iterdir():
        name = f"{path}/{item.name}"
        if item.is_dir():
            if item.name not in ("__pycache__", "bundle", "runtime"):
                found += _files_of(item, name)
        elif item.name.endswith((".py", ".toml")):
            found.append((name, item.read_bytes()))
    return found
