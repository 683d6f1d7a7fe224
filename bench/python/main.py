# SPDX-License-Identifier: MIT
"""Python's own uuid, and the packages uuid-utils and python-ulid."""

import importlib.metadata
import platform
import uuid

import ulid
import uuid_utils
from harness import Case, main

STDLIB = ("uuid", platform.python_version())
UTILS = ("uuid-utils", importlib.metadata.version("uuid-utils"))
ULID = ("python-ulid", importlib.metadata.version("python-ulid"))


# Each loop is a comprehension with the library's call in it, because a function
# around the call would cost more than some of the calls.

def stdlib_format(batch):
    return [str(one) for one in batch.stdlib]


def utils_format(batch):
    return [str(one) for one in batch.utils]


def ulid_format(batch):
    return [str(one) for one in batch.ulid_ids]


def stdlib_parse(batch, parse=uuid.UUID):
    return [parse(text) for text in batch.uuids]


def utils_parse(batch, parse=uuid_utils.UUID):
    return [parse(text) for text in batch.uuids]


def ulid_parse(batch, parse=ulid.ULID.from_str):
    return [parse(text) for text in batch.ulids]


def named(make, namespace):
    def run(batch):
        return [make(namespace, name) for name in batch.names]
    return run


def made(make):
    def run(batch):
        return [make() for _ in batch.names]
    return run


def fields_of(batch):
    """The libraries' input objects, made once for each batch."""
    batch.stdlib = [uuid.UUID(bytes=raw) for raw in batch.ids]
    batch.utils = [uuid_utils.UUID(bytes=raw) for raw in batch.ids]
    batch.ulid_ids = [ulid.ULID.from_bytes(raw) for raw in batch.ids]


DNS, UTILS_DNS = uuid.NAMESPACE_DNS, uuid_utils.NAMESPACE_DNS
unordered = ulid.ULIDGenerator(policy=ulid.PureRandomPolicy()).generate

cases = [
    Case("uuid_format", STDLIB, stdlib_format),
    Case("uuid_format", UTILS, utils_format),
    Case("ulid_format", ULID, ulid_format),
    Case("uuid_parse", STDLIB, stdlib_parse, parse=uuid.UUID),
    Case("uuid_parse", UTILS, utils_parse, parse=uuid_utils.UUID),
    Case("ulid_parse", ULID, ulid_parse, parse=ulid.ULID.from_str),
    Case("v3", STDLIB, named(uuid.uuid3, DNS)),
    Case("v3", UTILS, named(uuid_utils.uuid3, UTILS_DNS)),
    Case("v5", STDLIB, named(uuid.uuid5, DNS)),
    Case("v5", UTILS, named(uuid_utils.uuid5, UTILS_DNS)),
    Case("v1", STDLIB, made(uuid.uuid1), note="by libuuid"
         if getattr(uuid, "_generate_time_safe", None) else ""),
    Case("v1", UTILS, made(uuid_utils.uuid1)),
    Case("v4", STDLIB, made(uuid.uuid4), note="urandom"),
    Case("v4", UTILS, made(uuid_utils.uuid4)),
    Case("v6", UTILS, made(uuid_utils.uuid6)),
    Case("v7", UTILS, made(uuid_utils.uuid7), ordered=True),
    Case("ulid", ULID, made(unordered), note="urandom, one lock"),
    Case("ulid_monotonic", ULID, made(ulid.ULID), ordered=True,
         note="urandom, one lock"),
]
# The standard library has versions 6 and 7 from Python 3.14 on.
for name, ordered in (("6", False), ("7", True)):
    if hasattr(uuid, f"uuid{name}"):
        cases.append(Case(f"v{name}", STDLIB,
                          made(getattr(uuid, f"uuid{name}")), ordered=ordered))

if __name__ == "__main__":
    main(cases, fields_of)
