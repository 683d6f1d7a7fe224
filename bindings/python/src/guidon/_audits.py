# SPDX-License-Identifier: MIT
"""What an audit has counted, and the state of its pickles, for the extension module.

`counts` is the dict of read_counts of audit_results.c, which the module takes at one time.
"""

from __future__ import annotations

import sys

from ._core import __version__

TYPE_CHECKING = False  # an import of typing takes longer than this module
if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any


def value_of(counts: dict[str, Any], name: str) -> Any:
    """An attribute of an audit that is not one of the counts."""
    return _VALUES[name](counts)


def kinds(counts: dict[str, Any]) -> dict[str, int]:
    numbers = memoryview(counts["by_kind"]).cast("Q")
    return {name: n for name, n in zip(counts["kind_names"], numbers) if n}


def _time(counts: dict[str, Any], name: str) -> datetime | None:
    # CPython 3.12.1 ends a process in which many sub-interpreters import datetime.
    from datetime import datetime, timedelta, timezone

    time_ns = counts[f"{name}_ns"]
    if time_ns is None:
        return None
    try:
        return datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(microseconds=time_ns // 1000)
    except OverflowError:
        raise OverflowError(
            "the time is after the year 9999, the last of datetime; "
            f"{name}_ns is the time as an int"
        ) from None


def _weak_bits(counts: dict[str, Any]) -> dict[str, dict[int, float]]:
    ids, found = kinds(counts), {}
    for kind in ("v4", "v7"):
        weak = int.from_bytes(counts[f"weak_{kind}"], "big")
        if weak:
            ones = memoryview(counts[f"ones_{kind}"]).cast("Q")
            found[kind] = {
                bit: ones[bit] / ids[kind] for bit in range(128) if weak >> (127 - bit) & 1
            }
    return found


_VALUES = {
    "kinds": kinds,
    "earliest": lambda counts: _time(counts, "earliest"),
    "latest": lambda counts: _time(counts, "latest"),
    "weak_bits": _weak_bits,
    "duplicates": lambda counts: counts["duplicates_seen"] if counts["sampled_1_in"] == 1 else None,
}


def text_of(counts: dict[str, Any]) -> str:
    return f"<guidon.Audit ids={counts['ids']} kinds={kinds(counts)}>"


def state_of(*members: Any) -> tuple[Any, ...]:
    """The state of a pickle: the version of the library, its byte order, and the members,
    which are `distinct`, the bytes of the counts, and those of the duplicates or None."""
    return __version__, sys.byteorder, *members


def members_of(state: Any) -> tuple[Any, ...]:
    """The members of a state that comes from this version and byte order."""
    wrong = "this is not a pickle of a guidon.Audit: "
    if not isinstance(state, tuple) or len(state) < 2:
        raise ValueError(f"{wrong}the state is not a tuple")
    version, order, *members = state
    if not isinstance(version, str) or not isinstance(order, str):
        raise ValueError(f"{wrong}the state has no version")
    if (version, order) != (__version__, sys.byteorder):
        raise ValueError(
            "a pickle of a guidon.Audit is for one version of guidon and one byte order: "
            f"this is guidon {__version__} ({sys.byteorder}-endian), the pickle is of "
            f"{version} ({order}-endian)"
        )
    return tuple(members)
