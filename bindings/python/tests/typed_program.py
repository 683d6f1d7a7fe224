# SPDX-License-Identifier: MIT
"""A program whose types a type checker must infer. test_stubs.py checks it."""

from datetime import datetime, timedelta, timezone
from typing import Optional
from uuid import NAMESPACE_DNS, UUID

from typing_extensions import assert_type

import guidon
import guidon.uuid

assert_type(guidon.uuid1(node=5, clock_seq=7), UUID)
assert_type(guidon.uuid3(NAMESPACE_DNS, "name"), UUID)
assert_type(guidon.uuid4(), UUID)
assert_type(guidon.uuid4_str(), str)
assert_type(guidon.uuid5_bytes(guidon.NIL, b"name"), bytes)
assert_type(guidon.uuid6(None, None), UUID)
assert_type(guidon.uuid7_at(datetime.now(timezone.utc)), UUID)
assert_type(guidon.uuid8(1, 2, c=3), UUID)
assert_type(guidon.parse("x", accept=["uuid", "ulid"], lenient=True), UUID)
assert_type(guidon.detect("x", "any"), str)
assert_type(guidon.format(guidon.ulid(), form="base58"), str)
assert_type(guidon.forms, tuple[str, ...])
assert_type(guidon.time_of(bytes(16)), datetime)
assert_type(guidon.version_of(memoryview(bytes(16))), Optional[int])
assert_type(guidon.floor("v7", 1645557742000), UUID)
assert_type(guidon.valid("x", now=5, slack=timedelta(seconds=1)), bool)
assert_type(guidon.encrypt(guidon.uuid7(), bytearray(32)), UUID)
assert_type(guidon.sort_key("x", "sqlserver"), bytes)
assert_type(guidon.ULID("x").next().datetime, datetime)
assert_type(guidon.ULID.floor(1645557742.5), guidon.ULID)
assert_type(guidon.ULID.ceil(1645557742.5), guidon.ULID)
assert_type(guidon.ULID.from_int(5), guidon.ULID)
assert_type(guidon.TypeID("user_x").prefix, str)
assert_type(guidon.new_many(5), bytes)
assert_type(guidon.parse_many(["x"]), bytes)
assert_type(guidon.parse_many(["x"], out=bytearray(16)), bytearray)
assert_type(guidon.mask_many(b"", bytes(16), memoryview(b"")), memoryview)
assert_type(guidon.uuids_of([guidon.NIL, "x"]), list[UUID])
audit = guidon.Audit(distinct=5)
audit.add("x", ulid=True)
audit.add_many([guidon.NIL, bytearray(16)])
audit.merge(guidon.Audit())
assert_type(audit.kinds, dict[str, int])
assert_type(audit.earliest, Optional[datetime])
assert_type(audit.latest_ns, Optional[int])
assert_type(audit.weak_bits, dict[str, dict[int, float]])
assert_type(audit.duplicates, Optional[int])
assert_type(audit.duplicates_note, str)
assert_type(audit.json(), str)
assert_type(audit == 5, bool)
assert_type(guidon.uuid.uuid7(), UUID)
assert_type(guidon.uuid.uuid1(5, 7), UUID)
assert_type(guidon.uuid.getnode(), int)
assert_type(guidon.uuid.NIL, UUID)
assert_type(guidon.uuid.UUID("x"), UUID)
assert_type(guidon.patch(), tuple[str, ...])


def reason(error: guidon.ParseError) -> tuple[str, int]:
    return error.reason, error.offset


guidon.parse(5)  # type: ignore[arg-type]
guidon.parse("x", None, True)  # type: ignore[call-arg]
guidon.time_of(5)  # type: ignore[arg-type]
guidon.floor("v7", "now")  # type: ignore[arg-type]
guidon.mask(guidon.NIL, "key")  # type: ignore[arg-type]
guidon.Audit(5)  # type: ignore[call-arg]
audit.add_many(5)  # type: ignore[arg-type]
