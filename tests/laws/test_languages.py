"""Other languages can make code of the schemas as they stand: each file says where its code belongs, and no two names
become one."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor, FileDescriptor, OneofDescriptor

from shinpan.v1 import referee_pb2

PROTO = Path(__file__).parents[2] / "proto"


def files() -> list[FileDescriptor]:
    """All schemas: what the service needs."""
    found, waiting = {}, [referee_pb2.DESCRIPTOR]
    while waiting:
        file = waiting.pop()
        if file.name not in found and file.package.startswith("shinpan."):
            found[file.name] = file
            waiting += file.dependencies
    return [found[name] for name in sorted(found)]


each = pytest.mark.parametrize("file", files(), ids=lambda file: file.name)


def camel(name: str) -> str:
    """`wars3x3_action` is `Wars3X3Action`: a letter is a capital at the start, after a line and after a digit."""
    return "".join(letter for letter in name.title() if letter != "_")


def test_all_schemas_are_looked_at() -> None:
    """No file lies in the folder that the service does not need."""
    assert [file.name for file in files()] == sorted(
        path.relative_to(PROTO).as_posix() for path in PROTO.rglob("*.proto")
    )


@each
def test_a_file_says_where_its_code_belongs(file: FileDescriptor) -> None:
    """Without a word on the command line protoc gives each language a package for each of ours."""
    told, words = file.GetOptions(), file.package.split(".")
    assert told.go_package == f"{'/'.join(words)};{words[-2]}{words[-1]}"
    assert told.csharp_namespace == ".".join(map(camel, words))
    assert (told.java_package, told.java_multiple_files) == (file.package, True)
    assert told.java_outer_classname == f"{camel(PurePosixPath(file.name).stem)}Proto"


def test_no_two_files_have_one_name() -> None:
    """C# puts the code of all files into one folder."""
    assert [
        name for name, count in Counter(PurePosixPath(file.name).stem for file in files()).items() if count > 1
    ] == []


def made(part: FieldDescriptor | OneofDescriptor) -> set[str]:
    """What a message has of one part of it in Go and C#, and the getters in Java."""
    name, ends = camel(part.name), {""}
    if isinstance(part, OneofDescriptor):
        return {name, f"Get{name}", f"Clear{name}", f"{name}Case", f"{name}OneofCase", f"get{name}Case"}
    if part.type == FieldDescriptor.TYPE_STRING:
        ends |= {"Bytes"}
    if part.enum_type:
        ends |= {"Value"}
    if part.message_type:
        ends |= {"Builder", "OrBuilder"}
    if part.is_repeated:
        ends |= {"Count"} | {f"{end}List" for end in ends}
    return {
        name,
        f"Get{name}",
        f"Has{name}",
        f"Clear{name}",
        f"{name}FieldNumber",
        *(f"get{name}{end}" for end in ends),
    }


def clashes(message: Descriptor) -> list[str]:
    """The names that two parts of a message would share in some language."""
    oneofs = [oneof for oneof in message.oneofs if oneof.name != f"_{oneof.fields[0].name}"]
    names = Counter(name for part in (*message.fields, *oneofs) for name in made(part))
    return [f"{message.name}: {name}" for name, count in names.items() if count > 1]


def words(enum: EnumDescriptor) -> Iterator[str]:
    """The values of an enum in languages that leave its name out."""
    for value in enum.values:
        yield camel(value.name).removeprefix(enum.name)


@each
def test_no_two_fields_have_one_name(file: FileDescriptor) -> None:
    """The parts of a message have names of their own in every language."""
    assert [clash for message in file.message_types_by_name.values() for clash in clashes(message)] == []


@each
def test_no_two_values_have_one_name(file: FileDescriptor) -> None:
    """The values of an enum differ where its name is left out in front of them, and begin with a letter."""
    for enum in file.enum_types_by_name.values():
        assert len(set(words(enum))) == len(enum.values)
        assert all(word[:1].isalpha() for word in words(enum))


LIST, ONE = descriptor_pb2.FieldDescriptorProto.LABEL_REPEATED, descriptor_pb2.FieldDescriptorProto.LABEL_OPTIONAL


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"legal": LIST, "legal_count": ONE}, ["Toy: getLegalCount"]),
        ({"legal": LIST, "legal_list": ONE}, ["Toy: getLegalList"]),
        ({"action": ONE, "action_bytes": ONE}, ["Toy: getActionBytes"]),
        ({"life": ONE, "has_life": ONE}, ["Toy: HasLife"]),
        ({"legal": LIST, "legal_counted": ONE}, []),
    ],
)
def test_clashes_are_seen(fields: dict[str, int], found: list[str]) -> None:
    """A count beside a list, bytes beside a text and the like are found."""
    file = descriptor_pb2.FileDescriptorProto(name="toy.proto", package="toy", syntax="proto3")
    message = file.message_type.add(name="Toy")
    for number, (name, label) in enumerate(fields.items(), 1):
        message.field.add(name=name, number=number, label=label, type=FieldDescriptor.TYPE_STRING)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    assert clashes(pool.FindMessageTypeByName("toy.Toy")) == found
