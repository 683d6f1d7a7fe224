# SPDX-License-Identifier: MIT
"""Functions for SQL."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql.functions import (  # type: ignore[attr-defined,unused-ignore]
    arrow_udf,  # the stubs of pyspark 4.3 lack it
)

from guidon import _core

from . import _columns
from ._jar import has_jar

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def _ids(ids: Any) -> Any:
    """The ids of a column; an error says which value is wrong."""
    try:
        return _columns.ids_of(ids, "any")
    except _columns.BadRow as error:
        raise ValueError(error.reason) from None


def _each(ids: pa.Array, field: Callable[[Any], Any], type_: pa.DataType) -> pa.Array:
    """A field of each id of a column. The text of a ULID is read as one: its bytes do not
    show what it is."""
    array = getattr(ids, "storage", ids)
    if not _columns.is_texts(array):
        array = _ids(array)
    return pa.array([_field(one, field) for one in array.to_pylist()], type_)


def _field(one: Any, field: Callable[[Any], Any]) -> Any:
    try:
        return None if one is None else field(one)
    except _core.ParseError as error:
        raise ValueError(str(error)) from None


def _time(one: Any) -> datetime | None:
    try:
        return _EPOCH + timedelta(microseconds=_core.time_ns_of(one) // 1000)
    except _core.ParseError:
        raise
    except (ValueError, OverflowError):
        return None


def _times(ids: pa.Array) -> pa.Array:
    return _each(ids, _time, pa.timestamp("us", "UTC"))


def _versions(ids: pa.Array) -> pa.Array:
    return _each(ids, _core.version_of, pa.int32())


def _texts(ids: pa.Array, forms: pa.Array) -> pa.Array:
    found = _ids(ids)
    names = [_named(form) for form in forms.to_pylist()]
    if len(set(names)) == 1 and _has_one_length(names[0]):
        return _written(found, names[0])
    return pa.array(
        [
            None if one is None or form is None else _core.format(one, form)
            for one, form in zip(found.to_pylist(), names)
        ],
        pa.string(),
    )


def _named(form: str | None) -> str | None:
    return "uuid" if form == "text" else form


def _has_one_length(form: str | None) -> bool:
    """Can format_many write this form?"""
    try:
        return form is not None and bool(_core.format_many(_core.NIL.bytes, form))
    except ValueError:
        return False


def _written(ids: Any, form: Any) -> Any:
    try:
        return _columns.written(ids, form)
    except _columns.BadRow as error:
        raise ValueError(error.reason) from None


def _read(texts: pa.Array) -> pa.Array:
    return _columns.try_ids_of(texts, "any")[0].cast(pa.binary())


_FUNCTIONS: list[tuple[str, Any, Any]] = [
    ("guidon_time_of", _times, "timestamp"),
    ("guidon_version_of", _versions, "int"),
    ("guidon_format", _texts, "string"),
    ("guidon_parse", _read, "binary"),
]


def register(spark: SparkSession) -> None:
    """Register functions for SQL in a session.

    guidon_time_of(id): the time of an id, as a timestamp; null if the id has none, or one
        after the year 9999.
    guidon_version_of(id): the version of an id; null for the text of a ULID, and if the id is
        of another variant.
    guidon_format(id, form): the text of an id; guidon.forms has the names of forms.
    guidon_parse(text): the 16 bytes of a text in any form; null if it is no id.

    `id` is a string in any form, or a binary of 16 bytes. The text of a ULID is a ULID; its
    16 bytes are read as a UUID. A null gives a null. The functions depend on their
    arguments alone.

    A session with the extensions of the jar guidon-spark has these functions already, without
    Python; then nothing is registered.
    """
    if has_jar(spark):
        return
    for name, function, type_ in _FUNCTIONS:
        spark.udf.register(name, arrow_udf(function, type_))
