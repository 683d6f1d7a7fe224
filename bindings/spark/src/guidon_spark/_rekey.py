# SPDX-License-Identifier: MIT
"""New primary keys for joined tables, and the foreign keys that refer to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypedDict

from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql import types as T

from ._frames import (
    INTEGERS,
    TEXTS,
    Key,
    check_type,
    derive_v7,
    output_type,
    position,
    quoted,
    time_column,
)


class Keys(TypedDict, total=False):
    """The keys of a table."""

    #: the column of the primary key
    primary: str
    #: a column of the type timestamp: when the row was made
    time: str
    #: columns that refer to the primary key of a table, and the name of that table
    foreign: Mapping[str, str]


def rekey(
    tables: Mapping[str, DataFrame],
    mapping: Mapping[str, Keys],
    key: Key,
    *,
    as_: str = "text",
    orphans: str = "error",
    keep: str | None = None,
    check: bool = True,
) -> dict[str, DataFrame]:
    """Give tables new primary keys of version 7, and change every foreign key.

    tables: DataFrames by the names of the tables.
    mapping: for each table its keys: {"primary": column, "time": column,
        "foreign": {column: table}}. A table that nothing refers to may have no primary
        key. A primary key cannot be a foreign key too.
    key: 32 secret bytes, or a function that returns them, as for derive_v7.
    as_: "text", "binary", or a form, as for derive_v7.
    orphans: "error" ends the job if a foreign key refers to no row; "null" makes such
        a foreign key null.
    keep: a prefix, such as "old_". If it is given, the old keys remain in columns with
        this prefix in front of their names.
    check: read the keys of all tables first, and raise ValueError with counts and
        examples if a primary key is null or occurs twice, a time is null or outside of
        what version 7 can hold, or a foreign key refers to no row. Without it, the job
        ends when it computes a new key from such a null, time or foreign key, and a
        primary key that occurs twice also repeats the rows that refer to it.

    The new primary key of a row is derive_v7(..., name=TABLE) of its old key and time.
    So it depends on nothing but this row, the name of the table and the key, and each
    result can be computed alone and again. A foreign key gets its value by a join with
    the table that it refers to. A null foreign key stays null.
    """
    plan = _Plan(tables, mapping, key, as_, orphans, keep)
    if check:
        faults = list(plan.faults())
        if faults:
            raise ValueError("rekey: " + "; ".join(faults))
    return {name: plan.result(name) for name in tables}


# The names of columns that a job has and a result does not.
_OWN = "__guidon_"
# The first time, in microseconds since 1970, that version 7 cannot hold.
_AFTER = 1000 * 2**48


class _Plan:
    def __init__(
        self,
        tables: Mapping[str, DataFrame],
        mapping: Mapping[str, Keys],
        key: Key,
        as_: str,
        orphans: str,
        keep: str | None,
    ) -> None:
        self.tables, self.mapping, self.key, self.as_ = tables, mapping, key, as_
        self.orphans, self.keep = orphans, keep
        if orphans not in ("error", "null"):
            raise ValueError(f"orphans: expected 'error' or 'null', not {orphans!r}")
        if set(tables) != set(mapping):
            raise ValueError(
                f"mapping: has the tables {', '.join(sorted(mapping))}, "
                f"but there are {', '.join(sorted(tables))}"
            )
        output_type(as_)
        for name in tables:
            self.check_table(name)
        for name in tables:
            for column, parent in self.foreign(name).items():
                self.check_foreign(name, column, parent)

    # ------------------------------------------------------- what the caller gave

    def named(self, name: str, column: str, argument: str) -> str:
        """The name of a column as the table has it."""
        names: list[str] = self.tables[name].columns
        return names[position(self.tables[name], column, f"mapping: table {name!r}: {argument}")]

    def foreign(self, name: str) -> Mapping[str, str]:
        return {
            self.named(name, column, "foreign"): parent
            for column, parent in self.mapping[name].get("foreign", {}).items()
        }

    def primary(self, name: str) -> str | None:
        column = self.mapping[name].get("primary")
        return None if column is None else self.named(name, column, "primary")

    def time(self, name: str) -> str:
        """The column of the time of a table with a primary key."""
        time = self.mapping[name].get("time")
        if time is None:
            raise ValueError(f"mapping: table {name!r}: has a primary key and no time")
        return self.named(name, time, "time")

    def check_table(self, name: str) -> None:
        df, where = self.tables[name], f"mapping: table {name!r}"
        for taken in df.columns:
            if taken.lower().startswith(_OWN):
                raise ValueError(
                    f"{where}: rekey uses names that begin with {_OWN}; rename the column {taken!r}"
                )
        unknown = set(self.mapping[name]) - {"primary", "time", "foreign"}
        if unknown:
            raise ValueError(
                f"{where}: unknown {', '.join(sorted(unknown))}; expected primary, time and foreign"
            )
        column = self.primary(name)
        if column is not None:
            check_type(
                df,
                position(df, column, where),
                f"{where}: primary",
                (*INTEGERS, *TEXTS, T.BinaryType),
                "an integer, string or binary",
            )
            time_column(df, self.time(name), f"{where}: time")
        elif not self.foreign(name):
            raise ValueError(f"{where}: has neither a primary nor a foreign key")
        if self.keep is not None:
            self.check_kept(name)

    def check_kept(self, name: str) -> None:
        there = {column.lower() for column in self.tables[name].columns}
        for column in [self.primary(name), *self.foreign(name)]:
            if column and f"{self.keep}{column}".lower() in there:
                raise ValueError(f"keep: table {name!r} has a column {self.keep}{column!s} already")

    def check_foreign(self, name: str, column: str, parent: str) -> None:
        where = f"mapping: table {name!r}: foreign"
        own = self.tables[name].schema.fields[position(self.tables[name], column, where)]
        if parent not in self.tables:
            raise ValueError(
                f"{where}: {column!r} refers to {parent!r}, which is none "
                f"of {', '.join(self.tables)}"
            )
        if own.name == self.primary(name):
            raise ValueError(
                f"{where}: {column!r} is the primary key too; name it as "
                "foreign only, and let tables that refer to it refer to "
                f"{parent!r}, whose keys are equal"
            )
        primary = self.primary(parent)
        if primary is None:
            raise ValueError(f"{where}: {column!r} refers to {parent!r}, which has no primary key")
        theirs = self.tables[parent].schema[primary]
        if _sort(own.dataType) != _sort(theirs.dataType):
            raise TypeError(
                f"{where}: {column!r} has the type {own.dataType.simpleString()}, and "
                f"{parent}.{primary} has {theirs.dataType.simpleString()}"
            )

    # ------------------------------------------------------------------- checks

    def faults(self) -> Iterator[str]:
        for name in self.tables:
            if self.primary(name) is not None:
                yield from self.primary_faults(name)
        for name in self.tables:
            for column, parent in self.foreign(name).items():
                if self.orphans == "error":
                    yield from self.orphan_faults(name, column, parent)

    def primary_faults(self, name: str) -> Iterator[str]:
        column = self.primary(name)
        assert column is not None
        time = quoted(self.time(name))
        groups = (
            self.tables[name]
            .select(quoted(column).alias("id"), time.alias("time"))
            .groupBy("id")
            .agg(
                F.count("*").alias("n"),
                F.count(F.when(F.col("time").isNull(), 1)).alias("t"),
                F.count(F.when(~F.unix_micros("time").between(0, _AFTER - 1), 1)).alias("o"),
            )
        )
        absent, untimed = F.col("id").isNull(), F.col("t") > 0
        outside = F.col("o") > 0
        again = F.col("id").isNotNull() & (F.col("n") > 1)
        row = groups.agg(
            F.sum(F.when(absent, F.col("n"))).alias("absent"),
            F.sum("t").alias("untimed"),
            F.min(F.when(untimed, F.col("id"))).alias("at"),
            F.sum("o").alias("outside"),
            F.min(F.when(outside, F.col("id"))).alias("out"),
            F.count(F.when(again, 1)).alias("again"),
            F.min(F.when(again, F.col("id"))).alias("twice"),
        ).first()
        assert row is not None
        have = f"row of {name} has", f"rows of {name} have"
        if row["absent"]:
            yield _sentence(row["absent"], *have, f"no {column}")
        if row["untimed"]:
            yield _sentence(
                row["untimed"],
                *have,
                f"no {self.time(name)}",
                f"that with {column} = {_shown(row['at'])}",
            )
        if row["outside"]:
            yield _sentence(
                row["outside"],
                *have,
                f"a {self.time(name)} that version 7 cannot hold (1970 to 10889)",
                f"that with {column} = {_shown(row['out'])}",
            )
        if row["again"]:
            yield _sentence(
                row["again"],
                f"value of {name}.{column} occurs",
                f"values of {name}.{column} occur",
                "more than once",
                _shown(row["twice"]),
            )

    def orphan_faults(self, name: str, column: str, parent: str) -> Iterator[str]:
        primary = self.primary(parent)
        assert primary is not None
        own = self.tables[name].select(quoted(column).alias("id")).dropna()
        theirs = self.tables[parent].select(quoted(primary).alias("id"))
        row = (
            own.join(theirs, "id", "left_anti")
            .agg(F.count("*").alias("n"), F.min("id").alias("example"))
            .first()
        )
        assert row is not None
        if row["n"]:
            yield _sentence(
                row["n"],
                f"row of {name} has",
                f"rows of {name} have",
                f"a {column} that is no {parent}.{primary}",
                _shown(row["example"]),
            )

    # ------------------------------------------------------------------ results

    def derived(self, df: DataFrame, name: str, to: str) -> DataFrame:
        primary = self.primary(name)
        assert primary is not None
        return derive_v7(
            df, time=self.time(name), key=self.key, from_=primary, to=to, as_=self.as_, name=name
        )

    def result(self, name: str) -> DataFrame:
        df = self.tables[name]
        primary, new = self.primary(name), {}
        joined = df
        if primary is not None:
            new[primary] = f"{_OWN}id"
            joined = self.derived(df, name, new[primary])
        for i, (column, parent) in enumerate(self.foreign(name).items()):
            joined = self.joined(joined, column, parent, i)
            new[column] = f"{_OWN}new_{i}"
        columns = [self.column(name, column, new) for column in df.columns]
        kept = [
            quoted(column).alias(f"{self.keep}{column}")
            for column in df.columns
            if column in new and self.keep is not None
        ]
        return joined.select(*columns, *kept)

    def joined(self, df: DataFrame, column: str, parent: str, i: int) -> DataFrame:
        """A table with the new keys that a foreign key refers to."""
        primary = self.primary(parent)
        assert primary is not None
        old, new = f"{_OWN}old_{i}", f"{_OWN}new_{i}"
        keys = self.tables[parent].select(
            *{name: quoted(name) for name in (primary, self.time(parent))}.values()
        )
        keys = self.derived(keys, parent, new).select(quoted(primary).alias(old), quoted(new))
        return df.join(keys, quoted(column) == quoted(old), "left")

    def column(self, name: str, column: str, new: Mapping[str, str]) -> Any:
        if column not in new:
            return quoted(column)
        made = quoted(new[column])
        if column == self.primary(name):
            absent = F.raise_error(F.lit(f"guidon_spark.rekey: a row of {name} has no {column}"))
            return F.when(quoted(column).isNull(), absent).otherwise(made).alias(column)
        if self.orphans == "null":
            return made.alias(column)
        lost = F.raise_error(
            F.concat(
                F.lit(f"guidon_spark.rekey: {name}.{column} refers to no row: "),
                quoted(column).cast("string"),
            )
        )
        return (
            F.when(quoted(column).isNotNull() & made.isNull(), lost).otherwise(made).alias(column)
        )


def _sort(type_: T.DataType) -> str:
    """What two columns must share to be compared without a conversion."""
    for name, types in (("integer", INTEGERS), ("text", TEXTS)):
        if isinstance(type_, types):
            return name
    return str(type_.simpleString())


def _sentence(n: int, one: str, several: str, rest: str, example: str = "") -> str:
    """What is wrong with `n` rows or values. `one` and `several` are the subject and
    the verb; the example is one of them."""
    if example:
        rest += (": " if n == 1 else ", such as ") + example
    return f"{n} {one if n == 1 else several} {rest}"


def _shown(value: Any) -> str:
    return repr(bytes(value) if isinstance(value, bytearray) else value)
