# SPDX-License-Identifier: MIT
"""What a column of ids holds, in one pass."""

from __future__ import annotations

import dataclasses
import pickle
import uuid
from collections.abc import Iterator
from datetime import datetime, timezone
from typing import Any, Optional

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .. import _columns, _core
from ._frames import id_column

# The bits that are random, counted from the high bit of octet 0: those of version 4
# without version and variant, and the last 32 of version 7, which hold no counter and
# no fraction of a millisecond in any layout.
_RANDOM = {4: [bit for bit in range(128) if not (48 <= bit < 52 or 64 <= bit < 66)],
           7: list(range(96, 128))}
# Random bits lie 8 deviations from their mean with a probability of 10**-15.
_DEVIATIONS = 8


@dataclasses.dataclass
class Audit:
    """What a column of ids holds. Audits of parts of a column can be merged."""

    rows: int = 0
    nulls: int = 0
    #: values that are no id, and one of them with the reason
    bad: int = 0
    bad_example: Optional[str] = None
    #: ids by version; also "nil", "max" and the variants "ncs", "microsoft", "future"
    kinds: dict[str, int] = dataclasses.field(default_factory=dict)
    #: the times of ids of version 1, 6 and 7; a time after 9999 is the end of 9999
    earliest: Optional[datetime] = None
    latest: Optional[datetime] = None
    #: ids below the id before them in their partition
    out_of_order: int = 0
    #: rows that have an id of an earlier row, how many ids occur in several rows, and
    #: one of these ids
    duplicates: int = 0
    duplicated: int = 0
    duplicate_example: Optional[uuid.UUID] = None
    #: how often each bit of ids of version 4 and 7 is one
    ones: dict[int, list[int]] = dataclasses.field(default_factory=dict)

    @property
    def weak_bits(self) -> list[tuple[int, int]]:
        """Bits that are one too often or too rarely for random bits: the version of
        the ids, and the bit, counted from the high bit of octet 0."""
        return [(version, bit) for version, ones in sorted(self.ones.items())
                for bit in _RANDOM[version]
                if _is_weak(ones[bit], self.kinds[f"version {version}"])]

    def merge(self, other: Audit) -> None:
        """Add the audit of other rows. Duplicates between the two are not known."""
        for name in ("rows", "nulls", "bad", "out_of_order", "duplicates",
                     "duplicated"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("bad_example", "duplicate_example"):
            both = [x for x in (getattr(self, name), getattr(other, name)) if x]
            setattr(self, name, min(both, default=None))
        for kind, count in other.kinds.items():
            self.kinds[kind] = self.kinds.get(kind, 0) + count
        for version, ones in other.ones.items():
            own = self.ones.get(version, [0] * 128)
            self.ones[version] = [a + b for a, b in zip(own, ones)]
        self.add_times([time for time in (other.earliest, other.latest) if time])

    def add_times(self, times: list[datetime]) -> None:
        if times:
            self.earliest = min([*times, *([self.earliest] if self.earliest else [])])
            self.latest = max([*times, *([self.latest] if self.latest else [])])

    def __str__(self) -> str:
        lines = [("rows", self.rows), ("nulls", self.nulls),
                 ("no ids", f"{self.bad}  {self.bad_example or ''}".rstrip()),
                 *sorted(self.kinds.items()),
                 ("earliest", self.earliest), ("latest", self.latest),
                 ("out of order", self.out_of_order),
                 ("duplicates",
                  f"{self.duplicates}  {self.duplicate_example or ''}".rstrip()),
                 ("weak bits", ", ".join(f"v{version}: {bit}" for version, bit
                                         in self.weak_bits) or "none")]
        return "\n".join(f"{name:<14}{value}" for name, value in lines)


def _is_weak(ones: int, n: int) -> bool:
    away = ones - n / 2
    return n > 0 and away * away >= _DEVIATIONS**2 * n / 4


class _Count:
    """The counts of one partition."""

    def __init__(self) -> None:
        self.found = Audit()
        self.last: Optional[bytes] = None

    def add(self, column: Any) -> Any:
        """Count a batch, and return its ids without nulls."""
        ids, reasons = _columns.try_ids_of(column, "any")
        found = self.found
        found.rows += len(column)
        found.nulls += column.null_count
        bad = reasons.drop_null()
        found.bad += len(bad)
        if found.bad_example is None and len(bad):
            found.bad_example = bad[0].as_py()
        ids = ids.drop_null()
        if len(ids):
            self.add_order(ids)
            self.add_kinds(ids)
        return ids

    def add_order(self, ids: Any) -> None:
        below = pc.sum(pc.less(ids.slice(1), ids.slice(0, len(ids) - 1))).as_py() or 0
        first = ids[0].as_py()
        self.found.out_of_order += below + (self.last is not None and first < self.last)
        self.last = ids[len(ids) - 1].as_py()

    def add_kinds(self, ids: Any) -> None:
        """Sort ids by the octets that hold version and variant; the library says what
        an id of each group is."""
        octets = np.frombuffer(ids.buffers()[1], np.uint8)[16 * ids.offset:]
        octets = octets[:16 * len(ids)].reshape(len(ids), 16)
        special = np.where((octets == 0).all(1), 1, np.where(
            (octets == 255).all(1), 2, 0))
        group = (special.astype(np.int32) << 16 | octets[:, 8] >> 5 |
                 octets[:, 6].astype(np.int32) >> 4 << 8)
        for one in np.unique(group):
            self.add_group(octets[group == one])

    def add_group(self, octets: Any) -> None:
        first = uuid.UUID(bytes=octets[0].tobytes())
        kind, found = _kind(first), self.found
        found.kinds[kind] = found.kinds.get(kind, 0) + len(octets)
        version = _core.version_of(first) if kind.startswith("version") else None
        if version in (6, 7):
            ids = pa.Array.from_buffers(_columns.ID, len(octets),
                                        [None, pa.py_buffer(octets.tobytes())])
            ends = pc.min_max(ids).as_py()
            found.add_times([_time_of(ends["min"]), _time_of(ends["max"])])
        elif version == 1:
            each = sorted(map(_core.v1_to_v6, _core.uuids_of(octets)))
            found.add_times([_time_of(each[0]), _time_of(each[-1])])
        if version in _RANDOM:
            own = np.array(found.ones.get(version, [0] * 128))
            ones = np.unpackbits(octets, axis=1).sum(0, dtype=np.int64)
            found.ones[version] = (own + ones).tolist()


_VARIANTS = {uuid.RESERVED_NCS: "ncs", uuid.RESERVED_MICROSOFT: "microsoft",
             uuid.RESERVED_FUTURE: "future"}


def _time_of(one: Any) -> datetime:
    try:
        return _core.time_of(one)
    except OverflowError:  # after 9999
        return datetime.max.replace(tzinfo=timezone.utc)


def _kind(one: uuid.UUID) -> str:
    if one == _core.NIL:
        return "nil"
    if one == _core.MAX:
        return "max"
    version = _core.version_of(one)
    return _VARIANTS[one.variant] if version is None else f"version {version}"


class _Pass:
    """The ids of a partition, and behind them a row with its counts."""

    __name__ = "audit"

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        count = _Count()
        for batch in batches:
            ids = count.add(batch.column(0))
            yield self.rows(ids.cast(pa.binary()), [None] * len(ids))
        yield self.rows(pa.nulls(1, pa.binary()), [pickle.dumps(count.found)])

    @staticmethod
    def rows(ids: Any, counts: list[Optional[bytes]]) -> Any:
        return pa.RecordBatch.from_arrays([ids, pa.array(counts, pa.binary())],
                                          ["id", "counts"])


def audit(df: DataFrame, column: str) -> Audit:
    """Say what a column of ids holds: versions, times, order, duplicates, weak bits.

    column: strings in any form, or binaries of 16 bytes. Equal ids in different forms
        are duplicates.

    Spark reads the DataFrame once, in one job. Duplicates are counted exactly, by a
    shuffle of the ids. The order of rows is that of each partition as Spark reads it.
    """
    id_column(df, column)
    ids = df.select(F.col("`" + column.replace("`", "``") + "`")).mapInArrow(
        _Pass(), "id binary, counts binary")
    # The row of counts of a partition has no id. Partitions with equal counts are one
    # group with their number.
    groups = ids.groupBy("id", "counts").agg(F.count("*").alias("n"))
    again = F.col("id").isNotNull() & (F.col("n") > 1)
    row = groups.agg(
        F.sum(F.when(again, F.col("n") - 1)).alias("duplicates"),
        F.count(F.when(again, 1)).alias("duplicated"),
        F.min(F.when(again, F.col("id"))).alias("example"),
        F.collect_list(F.when(F.col("id").isNull(), F.struct("counts", "n"))).alias(
            "parts")).first()
    assert row is not None
    result = Audit()
    for part in row["parts"]:
        for _ in range(part["n"]):
            result.merge(pickle.loads(part["counts"]))
    result.duplicates += row["duplicates"] or 0
    result.duplicated += row["duplicated"]
    if row["example"] is not None:
        result.duplicate_example = uuid.UUID(bytes=bytes(row["example"]))
    return result
