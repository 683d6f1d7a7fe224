# SPDX-License-Identifier: MIT
"""Columns of ids in DataFrames."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Union

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql import types as T

from guidon import _core

from . import _columns, _jar

Key = Union[bytes, Callable[[], bytes]]

INTEGERS = (T.ByteType, T.ShortType, T.IntegerType, T.LongType)
TEXTS = (T.StringType, T.CharType, T.VarcharType)


# --------------------------------------------------------------------- arguments


def position(df: DataFrame, column: str, argument: str) -> int:
    """The position of a column, by its exact name or else in any case."""
    names = df.columns
    found = [i for i, name in enumerate(names) if name == column] or [
        i for i, name in enumerate(names) if name.lower() == column.lower()
    ]
    if len(found) == 1:
        return found[0]
    what = "is no column" if not found else f"are {len(found)} columns"
    raise ValueError(f"{argument}: there {what} {column!r}; the DataFrame has {', '.join(names)}")


def check_type(df: DataFrame, at: int, argument: str, types: tuple[type, ...], wanted: str) -> None:
    field = df.schema.fields[at]
    if not isinstance(field.dataType, types):
        raise TypeError(
            f"{argument}: the column {field.name!r} has the type "
            f"{field.dataType.simpleString()}, expected {wanted}"
        )


def id_column(df: DataFrame, column: str) -> int:
    at = position(df, column, "column")
    check_type(df, at, "column", (*TEXTS, T.BinaryType), "string, or binary with 16 bytes")
    return at


def time_column(df: DataFrame, column: str, argument: str = "time") -> int:
    at = position(df, column, argument)
    field = df.schema.fields[at]
    if isinstance(field.dataType, T.TimestampNTZType):
        raise TypeError(
            f"{argument}: the column {field.name!r} has the type "
            "timestamp_ntz, which is no instant; expected timestamp: "
            "cast it in a session whose time zone is that of the column"
        )
    check_type(df, at, argument, (T.TimestampType,), "timestamp")
    return at


def secret(key: Key) -> bytes:
    """The 32 bytes of a key."""
    data = key() if callable(key) else key
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(
            f"key: expected 32 bytes, or a function that returns them, not {type(data).__name__}"
        )
    data = bytes(data)
    _core.derive(0, key=data, data=b"")  # raises ValueError for another length
    return data


def checked_key(key: Key) -> Key:
    """A key that is a function is called on the executors only."""
    return key if callable(key) else secret(key)


def output_type(as_: str) -> tuple[str, T.DataType]:
    """The form of a result, and its type in Spark."""
    form = "uuid" if as_ == "text" else as_
    if form == _columns.BINARY:
        return form, T.BinaryType()
    # Raises ValueError for another name, and for texts of several lengths.
    _core.format_many(_core.NIL.bytes, form)
    return form, T.StringType()


def placed(df: DataFrame, to: str, type_: T.DataType) -> tuple[T.StructType, int]:
    """The columns with a new column, which replaces one of the same name."""
    fields = list(df.schema.fields)
    same = [i for i, field in enumerate(fields) if field.name == to]
    if not same and df.sparkSession.conf.get("spark.sql.caseSensitive") != "true":
        same = [i for i, field in enumerate(fields) if field.name.lower() == to.lower()]
    if len(same) > 1:
        raise ValueError(f"to: there are {len(same)} columns {to!r}")
    field = T.StructField(fields[same[0]].name if same else to, type_)
    at = same[0] if same else len(fields)
    fields[at : at + 1] = [field]
    return T.StructType(fields), at


# ----------------------------------------------------------------------- batches


class Step:
    """What executors do with each batch of a partition.

    Spark prints the name of the function of a plan. A name of our own keeps keys out
    of it.
    """

    def __init__(
        self, name: str, column: str, at: int, made: Callable[[Any], Any], time: str
    ) -> None:
        self.__name__ = name
        self.column, self.at, self.made, self.time = column, at, made, time

    def __repr__(self) -> str:
        return f"<guidon_spark.{self.__name__} of {self.column!r}>"

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        before = 0
        for batch in batches:
            yield self.one(batch, before)
            before += batch.num_rows

    def one(self, batch: Any, before: int) -> Any:
        columns = list(batch.columns)
        try:
            made = self.made(batch)
        except _columns.BadRow as error:
            raise ValueError(self.message(error, before)) from None
        columns[self.at : self.at + 1] = [made]
        return pa.RecordBatch.from_arrays(columns, _numbers(len(columns)))

    def message(self, error: _columns.BadRow, before: int) -> str:
        context = TaskContext.get()
        partition = context.partitionId() if context else 0
        column = self.time if isinstance(error, _columns.BadTime) else self.column
        return (
            f"guidon_spark.{self.__name__}: column {column!r}, partition "
            f"{partition}, row {before + error.row} of the partition: "
            f"{error.reason}"
        )


def numbered(df: DataFrame) -> DataFrame:
    """The DataFrame with the columns c0, c1 and so on."""
    return df.toDF(*_numbers(len(df.columns)))


def _numbers(n: int) -> list[str]:
    return [f"c{i}" for i in range(n)]


def mapped(df: DataFrame, function: Any, schema: T.StructType) -> DataFrame:
    """mapInArrow for columns of any names. The function sees and returns columns that
    are numbered, because mapInArrow asks for each column by its name: it would take
    "a.b" for the field b of a struct a, and confuse two columns of one name."""
    fields = [
        T.StructField(number, field.dataType, field.nullable, field.metadata)
        for number, field in zip(_numbers(len(schema)), schema.fields)
    ]
    return numbered(df).mapInArrow(function, T.StructType(fields)).toDF(*schema.names)


def added(
    df: DataFrame,
    to: str,
    type_: T.DataType,
    name: str,
    column: str,
    made: Callable[[Any], Any],
    time: str = "",
) -> DataFrame:
    """The DataFrame with a column that a function makes of each batch. Errors name
    `column`, or `time` if a time is wrong."""
    schema, at = placed(df, to, type_)
    return mapped(df, Step(name, column, at, made, time), schema)


# --------------------------------------------------------------------- functions


class _Derive:
    def __init__(self, time: int, value: int, key: Key, name: bytes, form: str) -> None:
        self.time, self.value, self.key = time, value, key
        self.name, self.form = name, form

    def __call__(self, batch: Any) -> Any:
        ids = _columns.derived(
            batch.column(self.time), batch.column(self.value), secret(self.key), self.name
        )
        return _columns.written(ids, self.form)


def _derive_by_jar(
    df: DataFrame, time: int, value: int, key: str, name: str, form: str, to: str, type_: T.DataType
) -> DataFrame:
    if not _jar.has_jar(df.sparkSession):
        raise TypeError(
            "key: expected 32 bytes, or a function that returns them; the name of a key needs a "
            "session with the functions of the jar guidon-spark (spark.sql.extensions)"
        )
    schema, at = placed(df, to, type_)
    columns: list[Any] = [F.col(number) for number in _numbers(len(df.columns))]
    value_type = df.schema.fields[value].dataType
    made = _jar.derived(columns[time], columns[value], value_type, key, name, form)
    columns[at : at + 1] = [made.alias("made")]
    return numbered(df).select(*columns).toDF(*schema.names)


def derive_v7(
    df: DataFrame,
    *,
    time: str,
    key: Key | str,
    from_: str,
    to: str,
    as_: str = "text",
    name: str = "",
) -> DataFrame:
    """Add a column of ids of version 7 that depend on the row and the key alone.

    time: a column of the type timestamp, rounded down to milliseconds.
    key: 32 secret bytes; or a function without arguments that returns them, which the
        executors call for each batch. It must return the same bytes everywhere. Or the
        name of a key whose 64 hexadecimal digits are the setting spark.guidon.secret.NAME,
        in a session with the functions of the jar guidon-spark; then no row goes to Python.
    from_: a column of integers, strings or binaries. Its bytes are hashed: an integer
        of any type as 8 bytes, big-endian; a string as UTF-8; a binary as it is.
    to: the name of the new column. A column of this name is replaced.
    as_: "text", "binary" with 16 bytes, or a name of guidon.forms whose texts have one
        length.
    name: a name for what the ids identify, such as that of the table. If it is given,
        its UTF-8 and a zero byte are hashed before the bytes of the row, so that rows
        with equal numbers in two tables get different ids.

    A row without a value in `from_` gets a null. A row with a value and without a time,
    or with a time before 1970, ends the job. guidon.derive returns the same ids.
    """
    at = position(df, from_, "from_")
    check_type(df, at, "from_", (*INTEGERS, *TEXTS, T.BinaryType), "an integer, string or binary")
    if "\0" in name:
        raise ValueError("name: contains a zero byte")
    form, type_ = output_type(as_)
    time_at = time_column(df, time)
    if isinstance(key, str):
        return _derive_by_jar(df, time_at, at, key, name, form, to, type_)
    made = _Derive(time_at, at, checked_key(key), name.encode() + b"\0" if name else b"", form)
    return added(df, to, type_, "derive_v7", from_, made, time)


class _Fresh:
    def __init__(self, form: str) -> None:
        self.form = form

    def __call__(self, batch: Any) -> Any:
        return _columns.written(_columns.fresh(batch.num_rows), self.form)


def fresh_v7(
    df: DataFrame, *, to: str, as_: str = "text", retries_change_ids: bool = False
) -> DataFrame:
    """Add a column of new ids of version 7, if you accept that retries change them.

    Spark computes rows again: after a lost executor, in a speculative task, and for
    each action on the DataFrame. Each time the rows get other ids, so that two results
    of one job may disagree. derive_v7 has no such problem.

    Pass retries_change_ids=True to use new ids all the same. Write the DataFrame to
    storage at once, and continue with what you read back from there.

    ValueError: without retries_change_ids=True.
    """
    if retries_change_ids is not True:
        raise ValueError(
            "fresh_v7: Spark computes rows again after a lost executor, in speculative "
            "tasks and for each action, and each time the rows would get other ids. "
            "Use derive_v7, whose ids depend on the row alone; or pass "
            "retries_change_ids=True, write the result at once, and read it back"
        )
    form, type_ = output_type(as_)
    return added(df, to, type_, "fresh_v7", to, _Fresh(form))


class _Convert:
    def __init__(self, at: int, form: str, from_form: str) -> None:
        self.at, self.form, self.from_form = at, form, from_form

    def __call__(self, batch: Any) -> Any:
        ids = _columns.ids_of(batch.column(self.at), self.from_form)
        return _columns.written(ids, self.form)


def convert(
    df: DataFrame, column: str, form: str, *, from_form: str = "uuid", to: str | None = None
) -> DataFrame:
    """Write the ids of a column in another form.

    column: strings, or binaries of 16 bytes. Nulls stay null.
    form: "text", "binary", or a name of guidon.forms whose texts have one length.
    from_form: the form of strings; "any" reads each form that guidon.parse reads.
    to: the name of the result. If it is absent, the result replaces the column.
    """
    at = id_column(df, column)
    form, type_ = output_type(form)
    return added(
        df,
        to or df.columns[at],
        type_,
        "convert",
        column,
        _Convert(at, form, checked_form(from_form)),
    )


def checked_form(form: str) -> str:
    if form == "text":
        return "uuid"
    if form != "any" and form not in _core.forms:
        raise ValueError(
            f"there is no form {form!r}; guidon.forms has the names, and "
            "'any' reads each form that guidon.parse reads"
        )
    return form


class _Parse:
    """Ids or nulls, and the reasons why others are not ids."""

    __name__ = "parse"

    def __init__(self, at: int, form: str, places: list[int]) -> None:
        self.at, self.form, self.places = at, form, places

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            columns = list(batch.columns)
            ids, reasons = _columns.try_ids_of(batch.column(self.at), self.form)
            made = [ids.cast(pa.binary()), reasons]
            for place, one in zip(self.places, made):
                columns[place : place + 1] = [one]
            yield pa.RecordBatch.from_arrays(columns, _numbers(len(columns)))


def parse(
    df: DataFrame,
    column: str,
    *,
    form: str = "any",
    to: str | None = None,
    on_error: str = "fail",
    reason: str | None = None,
) -> DataFrame:
    """Read the ids of a column as binaries of 16 bytes.

    column: strings, or binaries of 16 bytes. Nulls stay null.
    form: a name of guidon.forms; "any" reads each form that guidon.parse reads.
    to: the name of the result. If it is absent, the result replaces the column.
    on_error: "fail" ends the job at a value that is no id; "null" makes it null.
    reason: with on_error="null", the name of a new column that says why a value is no
        id, and is null for ids.
    """
    form = checked_form(form)
    if on_error not in ("fail", "null"):
        raise ValueError(f"on_error: expected 'fail' or 'null', not {on_error!r}")
    at = id_column(df, column)
    to = to or df.columns[at]
    if on_error == "fail":
        if reason is not None:
            raise ValueError("reason: needs on_error='null'")
        return added(df, to, T.BinaryType(), "parse", column, _Convert(at, _columns.BINARY, form))
    schema, place = placed(df, to, T.BinaryType())
    places = [place]
    if reason is not None:
        if reason.lower() in map(str.lower, schema.names):
            raise ValueError(f"reason: there is a column {reason!r} already")
        schema = T.StructType([*schema.fields, T.StructField(reason, T.StringType())])
        places.append(len(schema) - 1)
    return mapped(df, _Parse(at, form, places), schema)


def from_arrow(spark: SparkSession, table: Any) -> DataFrame:
    """A DataFrame of a pyarrow.Table, also with columns of the type arrow.uuid.

    Spark alone refuses the type arrow.uuid, also in files of Parquet. The columns, and
    the ids within lists, structs and maps, become binaries of 16 bytes.
    """
    return spark.createDataFrame(_columns.with_storage(table))


def to_arrow(df: DataFrame, *columns: str) -> Any:
    """A pyarrow.Table of a DataFrame, whose columns of ids have the type arrow.uuid.

    columns: of strings, or of binaries of 16 bytes. All rows come to the driver.
    """
    places = [id_column(df, column) for column in columns]
    table = df.toArrow()
    for at in places:
        name = table.schema.names[at]
        table = table.set_column(at, name, _id_chunks(table.column(at), name))
    return table


def _id_chunks(column: Any, name: str) -> Any:
    before, made = 0, []
    for chunk in column.chunks:
        try:
            ids = _columns.ids_of(chunk, "any")
        except _columns.BadRow as error:
            raise ValueError(
                f"guidon_spark.to_arrow: column {name!r}, row {before + error.row}: {error.reason}"
            ) from None
        made.append(pa.ExtensionArray.from_storage(pa.uuid(), ids))
        before += len(chunk)
    return pa.chunked_array(made, pa.uuid())


def digest(df: DataFrame, *columns: str) -> str:
    """The number of rows, and a digest of their values in any order.

    Two DataFrames with equal digests have the same rows, but for a chance of about
    2**-60. The digest is no protection against somebody who chooses values. It depends
    on the types of the columns and on their order, and not on their names. In a map,
    the order of the entries counts too.

    columns: their names; all columns if there are none. A column with a variant raises
    TypeError, because Spark cannot hash one.
    """
    places = [position(df, column, "columns") for column in columns] or range(len(df.columns))
    fields = df.schema.fields
    each = [F.lit(", ".join(fields[i].dataType.simpleString() for i in places))]
    for i in places:
        if _holds_variant(fields[i].dataType):
            raise TypeError(
                f"columns: the column {fields[i].name!r} has the type "
                f"{fields[i].dataType.simpleString()}, and Spark hashes no "
                "variant; digest a text of it, such as to_json gives"
            )
        each += _hashed(F.col(f"c{i}"), fields[i].dataType)
    row = (
        numbered(df)
        .select(F.xxhash64(*each).alias("low"), F.xxhash64(F.lit(1), *each).alias("high"))
        .agg(
            F.count("*").alias("rows"),
            F.bit_xor("low").alias("low"),
            F.sum(F.col("high").cast("decimal(38,0)")).alias("high"),
        )
        .first()
    )
    assert row is not None
    low, high = (row["low"] or 0) % 2**64, int(row["high"] or 0) % 2**64
    return f"{row['rows']} rows, {low:016x}{high:016x}"


def _holds_variant(type_: T.DataType) -> bool:
    """Is the type a variant, or does it contain one?"""
    if isinstance(type_, T.MapType):
        return _holds_variant(type_.keyType) or _holds_variant(type_.valueType)
    if isinstance(type_, T.ArrayType):
        return _holds_variant(type_.elementType)
    if isinstance(type_, T.StructType):
        return any(_holds_variant(field.dataType) for field in type_.fields)
    return bool(type_.typeName() == "variant")


def _hashed(value: Any, type_: T.DataType) -> list[Any]:
    """What xxhash64 needs to tell a value from others. It passes over nulls and the
    borders of arrays, and takes no map."""
    if isinstance(type_, T.MapType):
        entry = T.StructType(
            [T.StructField("key", type_.keyType), T.StructField("value", type_.valueType)]
        )
        return [value.isNull(), *_hashed(F.map_entries(value), T.ArrayType(entry))]
    if isinstance(type_, T.ArrayType):
        parts = F.transform(value, lambda one: F.struct(*_hashed(one, type_.elementType)))
        return [value.isNull(), F.size(value), parts]
    if isinstance(type_, T.StructType):
        fields = [
            part
            for field in type_.fields
            for part in _hashed(value.getField(field.name), field.dataType)
        ]
        return [value.isNull(), *fields]
    return [value.isNull(), value]


def quoted(name: str) -> Any:
    """A column by its name, also if the name has dots or blanks."""
    return F.col("`" + name.replace("`", "``") + "`")
