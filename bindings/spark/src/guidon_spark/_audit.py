# SPDX-License-Identifier: MIT
"""What a column of ids holds, in one pass."""

from __future__ import annotations

import dataclasses
import pickle
import uuid
from collections.abc import Iterator
from datetime import datetime, timezone
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from guidon import _core, arrow

from . import _columns
from ._frames import id_column, numbered


def _no_ids() -> _core.Audit:
    """The counts of no ids. Spark counts the duplicates itself, exactly."""
    return _core.Audit(distinct=0)


@dataclasses.dataclass
class Audit:
    """What a column of ids holds. Audits of parts of a column can be merged."""

    rows: int = 0
    nulls: int = 0
    #: values that are no id, and one of them with the reason
    bad: int = 0
    bad_example: str | None = None
    #: rows that have an id of an earlier row, how many ids occur in several rows, and
    #: one of these ids
    duplicates: int = 0
    duplicated: int = 0
    duplicate_example: uuid.UUID | None = None
    #: the other counts of the ids
    counts: _core.Audit = dataclasses.field(default_factory=_no_ids)

    @property
    def kinds(self) -> dict[str, int]:
        """Ids by kind, such as "v7", "nil" or "ulid", as in guidon.Audit."""
        return self.counts.kinds

    @property
    def earliest(self) -> datetime | None:
        """The earliest time of the ids of version 1, 6 and 7, and of ULIDs. A time after
        9999 is the end of 9999."""
        return _time(self.counts, "earliest")

    @property
    def latest(self) -> datetime | None:
        """The latest time of these ids."""
        return _time(self.counts, "latest")

    @property
    def out_of_order(self) -> int:
        """Ids below the id before them in their partition."""
        return self.counts.out_of_order

    @property
    def weak_bits(self) -> dict[str, dict[int, float]]:
        """Bits that are one too often or too rarely for random bits, by kind: the number
        of the bit, and how often it is one, as in guidon.Audit."""
        return self.counts.weak_bits

    def merge(self, other: Audit) -> None:
        """Add the audit of other rows. Duplicates between the two are not known."""
        for name in ("rows", "nulls", "bad", "duplicates", "duplicated"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("bad_example", "duplicate_example"):
            both = [x for x in (getattr(self, name), getattr(other, name)) if x]
            setattr(self, name, min(both, default=None))
        self.counts.merge(other.counts)

    def __str__(self) -> str:
        weak = [f"{kind}: {bit}" for kind, bits in self.weak_bits.items() for bit in bits]
        lines = [
            ("rows", self.rows),
            ("nulls", self.nulls),
            ("no ids", f"{self.bad}  {self.bad_example or ''}".rstrip()),
            *self.kinds.items(),
            ("earliest", self.earliest),
            ("latest", self.latest),
            ("out of order", self.out_of_order),
            ("duplicates", f"{self.duplicates}  {self.duplicate_example or ''}".rstrip()),
            ("weak bits", ", ".join(weak) or "none"),
        ]
        return "\n".join(f"{name:<14}{value}" for name, value in lines)


def _time(counts: _core.Audit, name: str) -> datetime | None:
    try:
        time: datetime | None = getattr(counts, name)
        return time
    except OverflowError:
        return datetime.max.replace(tzinfo=timezone.utc)


class _Count:
    """The counts of one partition."""

    def __init__(self, ulid: bool) -> None:
        self.found = Audit()
        self.ulid = ulid

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
        if not self.ulid and _columns.is_texts(column):
            # The text of an id says whether it is a ULID.
            found.counts.add_many(column.filter(ids.is_valid()).to_pylist())
        else:
            arrow.add_many(found.counts, ids, ulid=self.ulid)
        return ids.drop_null()


class _Pass:
    """The ids of a partition, and behind them a row with its counts."""

    __name__ = "audit"

    def __init__(self, ulid: bool) -> None:
        self.ulid = ulid

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        count = _Count(self.ulid)
        for batch in batches:
            ids = count.add(batch.column(0))
            yield self.rows(ids.cast(pa.binary()), [None] * len(ids))
        yield self.rows(pa.nulls(1, pa.binary()), [pickle.dumps(count.found)])

    @staticmethod
    def rows(ids: Any, counts: list[bytes | None]) -> Any:
        return pa.RecordBatch.from_arrays([ids, pa.array(counts, pa.binary())], ["id", "counts"])


def audit(df: DataFrame, column: str, *, ulid: bool = False) -> Audit:
    """Say what a column of ids holds: kinds, times, order, duplicates, weak bits.

    column: strings in any form, or binaries of 16 bytes. Equal ids in different forms
        are duplicates.
    ulid: if true, count all ids as ULIDs. The text of a ULID always counts as one; the
        bytes of a ULID do not show what they are.

    Spark reads the DataFrame once. Duplicates are counted exactly, by a shuffle of the
    ids. The order of rows is that of each partition as Spark reads it.
    The driver and every executor need the same version of guidon.
    """
    at = id_column(df, column)
    ids = numbered(df).select(f"c{at}").mapInArrow(_Pass(ulid), "id binary, counts binary")
    # The row of counts of a partition has no id. Partitions with equal counts are one
    # group with their number.
    groups = ids.groupBy("id", "counts").agg(F.count("*").alias("n"))
    again = F.col("id").isNotNull() & (F.col("n") > 1)
    row = groups.agg(
        F.sum(F.when(again, F.col("n") - 1)).alias("duplicates"),
        F.count(F.when(again, 1)).alias("duplicated"),
        F.min(F.when(again, F.col("id"))).alias("example"),
        F.collect_list(F.when(F.col("id").isNull(), F.struct("counts", "n"))).alias("parts"),
    ).first()
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
