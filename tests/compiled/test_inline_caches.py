"""A place in compiled code that remembers where it found a name finds what Python would find, whatever has changed."""

import subprocess
import sys
from abc import ABC, ABCMeta
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from . import compiling
from . import sites as text

HERE = Path(__file__).parent
ENGINE = HERE.parents[1] / "engine"
BUILD = """
import subprocess, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from compile_rules import build
def train(lib):
    subprocess.run([sys.executable, "-c", "import sites; sites.value()"], cwd=lib, check=True)
groups, work, lib = [(["sites.py"], "sites")], Path(sys.argv[2]), Path(sys.argv[3])
print(*sorted(build(groups, work, lib, train if sys.argv[4:] else None).items()))
"""
KINDS = {"compiled": [], "by a profile": ["profile"]}
TIMES = 3
"""A place remembers what it found first, and uses it from then on."""

pytestmark = compiling


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, Path]]:
    """What the builds say, and where the compiled modules lie."""
    found = {}
    for kind, words in KINDS.items():
        work, lib = tmp_path_factory.mktemp("work"), tmp_path_factory.mktemp("lib")
        command = [sys.executable, "-c", BUILD, str(ENGINE), str(work), str(lib), *words]
        made = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False, timeout=300)
        assert made.returncode == 0, made.stderr[-3000:]
        found[kind] = made.stdout.splitlines()[-1], lib
    return found


@pytest.fixture(params=[*KINDS, "text"])
def sites(
    request: pytest.FixtureRequest, built: dict[str, tuple[str, Path]], monkeypatch: pytest.MonkeyPatch
) -> ModuleType:
    """The module under test; as text too, since that says what is right."""
    if request.param == "text":
        monkeypatch.setattr(text, "VALUE", 1)
        return text
    lib = built[request.param][1]
    monkeypatch.syspath_prepend(str(lib))
    for name in [name for name in sys.modules if name.endswith("sites__mypyc")]:
        monkeypatch.delitem(sys.modules, name)
    spec = spec_from_file_location("sites", next(lib.glob("sites.*")))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "VALUE", 1)
    return module


def again(ask: Callable[[], Any]) -> Any:
    """What a place answers, asked often enough that it remembers."""
    answers = [outcome(ask) for _ in range(TIMES)]
    assert answers == answers[:1] * TIMES
    return answers[0]


def outcome(ask: Callable[[], Any]) -> Any:
    """What is answered, or the error that is raised."""
    try:
        return ask()
    except Exception as error:
        return type(error)


class Slotted:
    __slots__ = ("name",)

    def __init__(self, name: object) -> None:
        self.name = name


class Struct(msgspec.Struct):
    name: Any


class Frozen(msgspec.Struct, frozen=True):
    name: Any


class Unfollowed(msgspec.Struct, gc=False):
    name: Any


def plain() -> type[Any]:
    """A class of its own for each test, with an attribute that all its objects share."""
    return type("Plain", (), {"__slots__": (), "name": 1})


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_search_is_replaced(built: dict[str, tuple[str, Path]], kind: str) -> None:
    """Every call for which there is a cache is found in what mypyc writes today."""
    counts = "('Shinpan_CallMethod', 2) ('Shinpan_GetAttr', 1) ('Shinpan_GetItem', 2) ('Shinpan_IsInstance', 1)"
    assert built[kind][0] == f"{counts} ('Shinpan_SetAttr', 1)"


def test_rules_by_a_profile_are_not_those_that_count(built: dict[str, tuple[str, Path]]) -> None:
    """They were compiled once more, by what was counted."""
    plain, counted = (next(lib.glob("sites__mypyc.*")).read_bytes() for _, lib in built.values())
    assert plain != counted
    assert b"gcov" not in counted


def test_an_attribute_is_read_where_it_is(sites: ModuleType) -> None:
    """A place reads objects of any classes in turn, slots, dictionaries, modules and classes."""
    things = [Slotted(1), Struct(2), Frozen(3), type("Free", (), {"name": 4})(), type("Class", (), {"name": 5})]
    for _ in range(TIMES):
        assert [sites.get(thing) for thing in things] == [1, 2, 3, 4, 5]
    assert [again(lambda thing=thing: sites.get(thing)) for thing in things] == [1, 2, 3, 4, 5]


def test_a_slot_that_is_emptied_is_empty(sites: ModuleType) -> None:
    """An attribute that was deleted is missing, and is read again when it is back."""
    thing = Slotted(1)
    assert again(lambda: sites.get(thing)) == 1
    del thing.name
    assert again(lambda: sites.get(thing)) is AttributeError
    sites.put(thing, 2)
    assert again(lambda: sites.get(thing)) == 2


def test_a_class_that_changes_is_read_anew(sites: ModuleType) -> None:
    """What a class says of its objects holds until the class, or one that it comes from, says otherwise."""
    base = plain()
    heir = type("Heir", (base,), {"__slots__": ()})
    thing = heir()
    for asked in (base(), thing, base, heir):
        for value in (1, 2):
            base.name = value
            assert again(lambda asked=asked: sites.get(asked)) == value
    heir.name = 3
    for _ in range(TIMES):
        assert [sites.get(asked) for asked in (thing, heir, base, base())] == [3, 3, 2, 2]
    assert [again(lambda asked=asked: sites.get(asked)) for asked in (heir, base)] == [3, 2]
    del heir.name, base.name
    assert again(lambda: sites.get(thing)) is AttributeError
    assert again(lambda: sites.get(heir)) is AttributeError


def test_two_classes_in_turns_each_have_their_own(sites: ModuleType) -> None:
    """A place that sees objects of two classes in turns finds what each has, also after one class has changed."""
    kind, thing = plain(), Slotted(3)
    for value in (1, 2):
        kind.name = value
        for _ in range(TIMES):
            assert (sites.get(kind()), sites.get(thing)) == (value, 3)
    del thing.name
    assert [outcome(lambda one=one: sites.get(one)) for one in (kind(), thing, kind())] == [2, AttributeError, 2]


def test_a_slot_whose_class_puts_something_else_there_is_left(sites: ModuleType) -> None:
    """Where a slot becomes a property, the property is asked, for reading and for writing."""
    kind = type("Changed", (), {"__slots__": ("name",)})
    thing, written = kind(), []
    sites.put(thing, 1)
    assert again(lambda: sites.get(thing)) == 1
    kind.name = property(lambda _: 2, lambda _, value: written.append(value))
    assert again(lambda: sites.get(thing)) == 2
    assert again(lambda: sites.put(thing, 3)) is None
    assert written == [3] * TIMES


def test_a_subclass_speaks_for_itself(sites: ModuleType) -> None:
    """An object of a subclass that answers otherwise is not taken for one of its base, in turn or alone."""

    class Asked(Slotted):
        __slots__ = ()

        def __getattribute__(self, name: str) -> Any:
            return "asked"

        def __setattr__(self, name: str, value: Any) -> None:
            Slotted.__setattr__(self, name, f"set {value}")

    base, heir = Slotted(1), Asked(2)
    for _ in range(TIMES):
        assert (sites.get(base), sites.get(heir)) == (1, "asked")
        sites.put(base, 1)
        sites.put(heir, 2)
    assert object.__getattribute__(heir, "name") == "set 2"


def test_what_is_set_goes_through_the_class(sites: ModuleType) -> None:
    """A class that comes to watch what is set is told, and a frozen object stays as it is."""
    kind = type("Watched", (Slotted,), {"__slots__": ()})
    thing, frozen = kind(1), Frozen(1)
    assert again(lambda: sites.put(thing, 2)) is None
    kind.__setattr__ = lambda *_: None
    assert again(lambda: sites.put(thing, 3)) is None
    assert thing.name == 2
    assert again(lambda: sites.put(frozen, 2)) is AttributeError
    assert frozen.name == 1


def test_values_live_as_long_as_they_are_held(sites: ModuleType) -> None:
    """What a place sets and reads is counted: nothing is freed early or kept for ever."""
    held: list[int] = []
    for thing in (Struct(None), Unfollowed(None)):
        before = sys.getrefcount(held)
        for _ in range(100):
            sites.put(thing, held)
            assert sites.get(thing) is held
        assert sys.getrefcount(held) == before + 1
        sites.put(thing, None)
        assert sys.getrefcount(held) == before


def test_a_global_that_changes_is_read_anew(sites: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name of a module means what was given to it last; one that is gone is missing, for mypyc as a key."""
    for value in (1, 2, [3]):
        monkeypatch.setattr(sites, "VALUE", value)
        assert again(sites.value) == value
    monkeypatch.delattr(sites, "VALUE")
    assert again(sites.value) is (NameError if sites is text else KeyError)
    monkeypatch.setattr(sites, "VALUE", 4, raising=False)
    assert again(sites.value) == 4


def test_a_module_that_changes_is_read_anew(sites: ModuleType) -> None:
    """What a place found in a module holds until the module changes, or another one is asked."""
    one, other = ModuleType("one"), ModuleType("other")
    one.name, other.name = 1, 2
    assert again(lambda: sites.get(one)) == 1
    assert again(lambda: sites.get(other)) == 2
    other.name = 3
    assert again(lambda: sites.get(other)) == 3
    del other.name
    assert again(lambda: sites.get(other)) is AttributeError


def test_a_dictionary_that_changes_is_read_anew(sites: ModuleType) -> None:
    """An entry means what was given to it last, in each dictionary."""
    one, other = {"name": 1}, {"name": 2}
    for _ in range(TIMES):
        assert (sites.among(one), sites.among(other)) == (1, 2)
    one["name"] = 3
    assert again(lambda: sites.among(one)) == 3
    del one["name"]
    assert again(lambda: sites.among(one)) is KeyError


def test_what_an_object_is_follows_its_class(sites: ModuleType) -> None:
    """Classes and subclasses are told apart, and a class that asks others what its objects are is asked."""

    class Listed(ABC):  # noqa: B024
        pass

    Heir = type("Heir", (Slotted,), {})
    asked = ((Slotted(1), Slotted), (Heir(1), Slotted), (Slotted(1), Heir), (1, Slotted), (1, int), (True, int))
    for _ in range(TIMES):
        assert [sites.is_one(*pair) for pair in asked] == [True, True, False, False, True, True]
    assert again(lambda: sites.is_one(1, Listed)) is False
    Listed.register(int)
    assert again(lambda: sites.is_one(1, Listed)) is True
    assert again(lambda: sites.is_one(1, (str, int))) is True
    assert again(lambda: sites.is_one(1, "int")) is TypeError


def test_a_metaclass_that_comes_to_answer_is_asked(sites: ModuleType) -> None:
    """Where a metaclass says later what the objects of its classes are, it is asked from then on."""
    meta = type("Meta", (type,), {})
    kind = meta("Kind", (), {})
    assert again(lambda: sites.is_one(1, kind)) is False
    meta.__instancecheck__ = lambda *_: True
    assert again(lambda: sites.is_one(1, kind)) is True
    assert again(lambda: sites.is_one(1, ABCMeta("Other", (), {}))) is False


def test_flows_are_sent_what_they_wait_for(sites: ModuleType) -> None:
    """A generator goes on with what it is sent, ends with what it returns, and passes its errors on."""

    def flow(end: Any) -> Iterator[Any]:
        first = yield 0
        second = yield first
        if second == "wrong":
            raise LookupError
        return end

    for end in (None, 7, (1, 2), StopIteration(3)):
        going = flow(end)
        assert [next(going), sites.send(going, 1)] == [0, 1]
        with pytest.raises(StopIteration) as ended:
            sites.send(going, 2)
        assert ended.value.value is end
        assert again(lambda going=going: sites.send(going, 3)) is StopIteration
    going = flow(None)
    assert outcome(lambda: sites.send(going, 1)) is TypeError
    going = flow(None)
    assert [next(going), sites.send(going, 1)] == [0, 1]
    assert outcome(lambda: sites.send(going, "wrong")) is LookupError


def test_other_methods_are_called_as_they_are(sites: ModuleType) -> None:
    """A method called `send` of something else, and a method of another name, are called by name."""
    kind = type("Post", (), {"send": lambda _, value: ("sent", value), "answer": lambda _, value: -value})
    assert again(lambda: sites.send(kind(), 1)) == ("sent", 1)
    assert again(lambda: sites.answer(kind(), 1)) == -1
    kind.send = lambda _, value: ("again", value)
    assert again(lambda: sites.send(kind(), 1)) == ("again", 1)
    assert again(lambda: sites.send(object(), 1)) is AttributeError


def test_the_caches_are_in_use(sites: ModuleType) -> None:
    """Compiled for CPython 3.11, a place holds the class that it was asked about last; elsewhere it holds nothing."""
    kind = type("Kind", (), {})
    before = sys.getrefcount(kind)
    assert again(lambda: sites.is_one(1, kind)) is False
    remembered = sites is not text and sys.version_info < (3, 12)
    assert sys.getrefcount(kind) - before == remembered
