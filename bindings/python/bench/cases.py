# SPDX-License-Identifier: MIT
"""The cases that bench.py times: groups of statements that do the same.

The first case of a group is Guidon's. A package without the operation has no case.
"""

import dataclasses
import uuid

import fastuuid
import guidon
import typeid
import ulid
import uuid6
import uuid_utils
import uuid_utils.compat

PEERS = ["uuid-utils", "fastuuid", "python-ulid", "uuid6", "typeid-python"]
TEXT = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
BATCH = 10_000
KEPT = 1_000_000  # ids of a list


@dataclasses.dataclass
class Case:
    """A statement, what it uses, and how many ids it handles."""

    name: str
    statement: str
    names: dict
    ids: int = 1
    patched: bool = False  # after guidon.patch()
    collects: bool = False  # with the garbage collector, which timeit switches off


def calls(statement, **functions):
    """A case for each function, which the statement calls f. Blanks in the name of a
    case are underscores here."""
    return [
        Case(
            name.replace("_", " ")
            .replace("uuid utils", "uuid-utils")
            .replace("python ulid", "python-ulid"),
            statement,
            {"f": function},
        )
        for name, function in functions.items()
        if function
    ]


def makers():
    """New ids as objects, by version. uuid-utils and fastuuid return classes of their
    own; uuid-utils compat, the standard library and Guidon return uuid.UUID."""
    compat = uuid_utils.compat
    return {
        "uuid4": calls(
            "f()",
            guidon=guidon.uuid4,
            uuid=uuid.uuid4,
            uuid_utils_compat=compat.uuid4,
            uuid_utils=uuid_utils.uuid4,
            fastuuid=fastuuid.uuid4,
        ),
        "uuid7": calls(
            "f()",
            guidon=guidon.uuid7,
            uuid=getattr(uuid, "uuid7", None),
            uuid_utils_compat=compat.uuid7,
            uuid_utils=uuid_utils.uuid7,
            fastuuid=fastuuid.uuid7,
            uuid6=uuid6.uuid7,
        ),
        "uuid1": calls(
            "f()",
            guidon=guidon.uuid1,
            uuid=uuid.uuid1,
            uuid_utils_compat=compat.uuid1,
            uuid_utils=uuid_utils.uuid1,
            fastuuid=fastuuid.uuid1,
        ),
        "uuid6": calls(
            "f()",
            guidon=guidon.uuid6,
            uuid=getattr(uuid, "uuid6", None),
            uuid_utils_compat=compat.uuid6,
            uuid_utils=uuid_utils.uuid6,
            uuid6=uuid6.uuid6,
        ),
    }


def names():
    """Ids of names. uuid-utils and fastuuid take namespaces of their own classes, and
    fastuuid takes names of bytes."""
    found = calls(
        "f(n, 'www.example.com')",
        guidon=guidon.uuid5,
        uuid=uuid.uuid5,
        uuid_utils_compat=uuid_utils.compat.uuid5,
        uuid_utils=uuid_utils.uuid5,
    )
    for case in found:
        case.names["n"] = (
            uuid_utils.NAMESPACE_DNS if case.name == "uuid-utils" else uuid.NAMESPACE_DNS
        )
    space = fastuuid.UUID(str(uuid.NAMESPACE_DNS))
    return {
        "uuid5": [
            *found,
            Case("fastuuid", "f(n, b'www.example.com')", {"f": fastuuid.uuid5, "n": space}),
        ]
    }


def texts():
    """New ids as texts, and texts to objects."""
    return {
        "uuid4 text": [
            Case("guidon", "f()", {"f": guidon.uuid4_str}),
            *calls(
                "str(f())", uuid=uuid.uuid4, uuid_utils=uuid_utils.uuid4, fastuuid=fastuuid.uuid4
            ),
        ],
        "uuid7 text": [
            Case("guidon", "f()", {"f": guidon.uuid7_str}),
            *calls(
                "str(f())",
                uuid=getattr(uuid, "uuid7", None),
                uuid_utils=uuid_utils.uuid7,
                fastuuid=fastuuid.uuid7,
                uuid6=uuid6.uuid7,
            ),
        ],
        "ulid text": [
            Case("guidon", "f()", {"f": guidon.ulid_str}),
            *calls("str(f())", python_ulid=ulid.ULID),
        ],
        "parse": calls(
            f"f('{TEXT}')",
            guidon=guidon.parse,
            uuid=uuid.UUID,
            uuid_utils=uuid_utils.UUID,
            fastuuid=fastuuid.UUID,
        ),
    }


def others():
    """ULID and TypeID objects."""
    return {
        "ulid": [Case("guidon", "f()", {"f": guidon.ulid}), *calls("f()", python_ulid=ulid.ULID)],
        "typeid": [
            Case("guidon", "f('user')", {"f": guidon.typeid}),
            Case("typeid-python", "f('user')", {"f": typeid.TypeID}),
        ],
    }


def batches():
    """Many ids at once, beside one call an id."""
    buffer = bytearray(16 * BATCH)
    return {
        "batch": [
            Case("guidon fill", "f(b, 'v7')", {"f": guidon.fill, "b": buffer}, BATCH),
            Case("guidon uuid4()", "f()", {"f": guidon.uuid4}),
            Case("fastuuid bulk text", f"f({BATCH})", {"f": fastuuid.uuid4_as_strings_bulk}, BATCH),
        ]
    }


def kept():
    """Ids in a list, while the garbage collector runs as in every program."""
    compat, texts = uuid_utils.compat, [TEXT] * KEPT
    found = {
        "uuid7 kept": calls(
            f"[f() for _ in range({KEPT})]",
            guidon=guidon.uuid7,
            uuid=getattr(uuid, "uuid7", None),
            uuid_utils_compat=compat.uuid7,
            uuid_utils=uuid_utils.uuid7,
            fastuuid=fastuuid.uuid7,
        ),
        "parse kept": calls(
            "[f(text) for text in texts]",
            guidon=guidon.parse,
            uuid=uuid.UUID,
            uuid_utils=uuid_utils.UUID,
            fastuuid=fastuuid.UUID,
        ),
    }
    for case in [case for group in found.values() for case in group]:
        case.ids, case.collects = KEPT, True
        case.names["texts"] = texts
    return found


def of_class(statement, make=lambda cls: cls(TEXT)):
    """What a statement does with the class after guidon.patch(), without, and with the
    classes of other packages. It calls an object of the class a, an equal one b, and 512
    others `many`."""
    classes = {
        "guidon patched": uuid.UUID,
        "uuid": uuid.UUID,
        "uuid-utils": uuid_utils.UUID,
        "fastuuid": fastuuid.UUID,
    }
    texts = [str(uuid.uuid4()) for _ in range(512)]
    return [
        Case(
            name,
            statement,
            {"f": cls, "a": cls(TEXT), "b": cls(TEXT), "many": [cls(text) for text in texts]},
            patched=name == "guidon patched",
        )
        for name, cls in classes.items()
    ]


def patched():
    """The class of the standard library after guidon.patch()."""
    return {
        "UUID(text)": of_class(f"f('{TEXT}')"),
        "str(id)": of_class("str(a)"),
        "id == id": of_class("a == b"),
        "sorted, 512 ids": of_class("sorted(many)"),
    }


def octets():
    """The bytes of a ULID's text."""
    text = str(guidon.ulid())
    return {
        "ULID text to bytes": [
            Case("guidon", f"f('{text}')", {"f": guidon.ulid_bytes}),
            Case("python-ulid", f"f('{text}').bytes", {"f": ulid.ULID.from_str}),
        ]
    }


def groups():
    """Every group by name."""
    found = {}
    for part in [makers, names, texts, patched, octets, others, batches, kept]:
        found.update(part())
    return found
