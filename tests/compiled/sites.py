"""One place for each kind of search in compiled code. `test_inline_caches.py` compiles this module as rules are, and
asks each place again and again, while what it remembers is changed behind its back."""

from typing import Any

VALUE: Any = 1


def get(thing: Any) -> Any:
    return thing.name


def put(thing: Any, value: Any) -> None:
    thing.name = value


def value() -> Any:
    return VALUE


def among(mapping: dict[str, Any]) -> Any:
    return mapping["name"]


def is_one(thing: Any, kind: Any) -> bool:
    return isinstance(thing, kind)


def send(flow: Any, value: Any) -> Any:
    return flow.send(value)


def answer(thing: Any, value: Any) -> Any:
    return thing.answer(value)
