# SPDX-License-Identifier: MIT
"""No call of an audit leaks, and each survives a failed allocation."""

import copy
import pickle
import uuid

import guidon
import memory
import pytest
from memory import few_objects_to_collect  # noqa: F401

ID = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
IDS = bytes(16 * 70)
DIFFERENT = guidon.new_many(100)
LIST = [ID, str(ID), guidon.ULID(ID), "no id"]
WEAK, LATE, EMPTY = guidon.Audit(), guidon.Audit(), guidon.Audit(distinct=0)
USED = guidon.Audit()
WEAK.add_many(b"\0\0\0\0\0\0\x40\0\x80\0\0\0\0\0\0\0" * 70)
LATE.add(guidon.ceil("v7", 2**48 - 1))
STATE = WEAK.__reduce__()[2]


CALLS = [
    guidon.Audit, lambda: guidon.Audit(distinct=6), lambda: guidon.Audit().add(ID),
    lambda: guidon.Audit().add(str(ID), ulid=True),
    lambda: guidon.Audit().add_many(IDS), lambda: guidon.Audit().add_many(DIFFERENT),
    lambda: guidon.Audit().add_many(LIST[:3]), lambda: guidon.Audit().merge(WEAK),
    lambda: guidon.Audit().__setstate__(STATE), lambda: USED.__setstate__(STATE),
    *(lambda audit=audit, name=name: getattr(audit, name)
      for audit in (WEAK, LATE, EMPTY) for name in (
          "ids", "kinds", "timed", "earliest", "latest", "earliest_ns", "latest_ns",
          "out_of_order", "parts", "weak_bits", "duplicates", "duplicates_seen",
          "duplicates_at_most", "duplicates_note", "sampled_1_in")),
    lambda: repr(WEAK), lambda: WEAK == LATE, lambda: WEAK != WEAK,
    lambda: copy.copy(WEAK), lambda: copy.deepcopy(WEAK), lambda: WEAK.__reduce__(),
    lambda: pickle.loads(pickle.dumps(WEAK)),
    # Errors. CPython itself does not survive some failed allocations while an
    # exception passes two frames.
    lambda: guidon.Audit(distinct=-1), lambda: guidon.Audit(distinct="x"),
    lambda: guidon.Audit(no=1), lambda: guidon.Audit().add(5),
    lambda: guidon.Audit().add("x"), lambda: guidon.Audit().add_many(LIST),
    lambda: guidon.Audit().add_many(b"x"), lambda: guidon.Audit().add_many(5),
    lambda: guidon.Audit().merge(EMPTY), lambda: guidon.Audit().merge(5),
    lambda: hash(WEAK), lambda: WEAK < LATE,
    *(lambda at=at: guidon.Audit().__setstate__((*STATE[:at], "x", *STATE[at + 1:]))
      for at in range(5)),
    lambda: guidon.Audit().__setstate__(5),
    lambda: guidon.Audit().__setstate__((*STATE[:4], b"\xff" * len(STATE[4]))),
]
SHARED = [ID, IDS, DIFFERENT, LIST, WEAK, LATE, EMPTY, USED, STATE, guidon.Audit,
          uuid.UUID, guidon.ParseError, None, *STATE]


@pytest.mark.parametrize("call", CALLS)
def test_no_call_leaks(call):
    assert not memory.leaks(call, SHARED)


def test_every_call_survives_a_failed_allocation():
    pytest.importorskip("_testcapi")
    done = memory.run_with_failures("test_audit_memory")
    assert done.stdout == f"survived {len(CALLS)}\n", done.stderr[-2000:]
