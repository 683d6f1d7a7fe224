# SPDX-License-Identifier: MIT
"""Columns of Arrow to ids and back. Needs pyarrow and numpy.

Nothing here knows Spark. A function takes an array of Arrow and returns one of the
same length, with nulls in the same rows. It raises BadRow for a value that is wrong.
"""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from guidon import _core, arrow

BINARY = "binary"
ID = pa.binary(16)
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


class BadRow(ValueError):
    """A value that is wrong. `row` is its position in the array, from 0."""

    def __init__(self, row: int, reason: str) -> None:
        super().__init__(row, reason)
        self.row = row
        self.reason = reason


class BadTime(BadRow):
    """A time that is wrong, or missing."""


def _storage(array: Any) -> Any:
    """The array below an extension type, such as arrow.uuid."""
    return getattr(array, "storage", array)


def _first(mask: Any) -> int | None:
    """The position of the first true value of an array, which may have nulls."""
    found = pc.index(mask, True).as_py()
    return None if found < 0 else int(found)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


# ------------------------------------------------------------------------------ ids


def ids_of(array: Any, form: str = "uuid") -> Any:
    """The ids of a column of texts, or of 16 bytes, as FixedSizeBinary(16).

    form: of the texts; "any" reads every form that guidon.parse reads.
    """
    array = _storage(array)
    if array.type == ID:
        return array
    if pa.types.is_binary(array.type) or pa.types.is_large_binary(array.type):
        bad = _first(pc.not_equal(pc.binary_length(array), 16))
        if bad is not None:
            value = array[bad].as_py()
            raise BadRow(bad, f"{_shown(value)} has {len(value)} bytes, an id has 16")
        return array.cast(ID)
    if is_texts(array):
        return _parsed(array, form)
    raise TypeError(f"expected texts, or binaries of 16 bytes, not {array.type}")


def is_texts(array: Any) -> bool:
    """Does an array hold strings?"""
    return bool(pa.types.is_string(array.type) or pa.types.is_large_string(array.type))


def _parsed(array: Any, form: str) -> Any:
    try:
        return arrow.parse_many(array, _form(form)).storage
    except _core.ParseError as error:
        assert error.index is not None
        raise BadRow(error.index, _reason(array[error.index].as_py(), form)) from None


def _form(form: str) -> str | None:
    return None if form == "any" else form


def _reason(text: str, form: str) -> str:
    """Why a text is no id, without a position in a batch."""
    try:
        _core.parse(text, _form(form))
    except _core.ParseError as error:
        return str(error)
    raise AssertionError(text)


def _hidden(ids: Any, like: Any) -> Any:
    """Ids as an array with the nulls of another array."""
    made = pa.Array.from_buffers(ID, len(like), [None, pa.py_buffer(ids)])
    return made if like.null_count == 0 else pc.if_else(pc.is_valid(like), made, None)


def storage_type(type_: Any) -> Any:
    """A type with binaries in the place of each arrow.uuid, also in lists, structs and
    maps."""
    if type_ == pa.uuid():
        return pa.binary()
    if pa.types.is_struct(type_):
        return pa.struct([_storage_field(field) for field in type_])
    if pa.types.is_map(type_):
        return pa.map_(
            _storage_field(type_.key_field), _storage_field(type_.item_field), type_.keys_sorted
        )
    if pa.types.is_fixed_size_list(type_):
        return pa.list_(_storage_field(type_.value_field), type_.list_size)
    for is_list, make in [(pa.types.is_list, pa.list_), (pa.types.is_large_list, pa.large_list)]:
        if is_list(type_):
            return make(_storage_field(type_.value_field))
    return type_


def _storage_field(field: Any) -> Any:
    return field.with_type(storage_type(field.type))


def with_storage(table: Any) -> Any:
    """A table with binaries in the place of each arrow.uuid."""
    schema = pa.schema([_storage_field(field) for field in table.schema], table.schema.metadata)
    if schema == table.schema:
        return table
    return table.cast(schema) if table.num_rows > 0 else schema.empty_table()


def try_ids_of(array: Any, form: str = "uuid") -> tuple[Any, Any]:
    """As ids_of, but a value that is wrong gives null. Also returns the reasons: an
    array of strings, null for every row that is an id or null."""
    array = _storage(array)
    if is_texts(array):
        ids = arrow.parse_many(array, _form(form), errors="null").storage
    elif array.type == ID:
        ids = array
    else:
        ids = pa.array(
            [value if value and len(value) == 16 else None for value in array.to_pylist()], ID
        )
    reasons: list[str | None] = [None] * len(array)
    if ids.null_count > array.null_count:
        bad = pc.and_(pc.is_null(ids), pc.is_valid(array))
        for row in pc.indices_nonzero(bad).to_pylist():
            reasons[row] = _why(array.slice(row, 1), form)
    return ids, pa.array(reasons, pa.string())


def _why(array: Any, form: str) -> str:
    """Why the only value of an array is wrong."""
    try:
        ids_of(array, form)
    except BadRow as error:
        return error.reason
    raise AssertionError(array)


def written(ids: Any, as_: str) -> Any:
    """Ids as a column of texts in a form, or of the type binary."""
    if as_ == BINARY:
        return ids.cast(pa.binary())
    try:
        return arrow.format_many(ids, as_)
    except ValueError:
        for row in range(len(ids)):
            if ids[row].is_valid:
                _write(row, ids[row].as_py(), as_)
        raise


def _write(row: int, data: bytes, form: str) -> None:
    try:
        _core.format(data, form)
    except ValueError as error:
        raise BadRow(row, f"the id {_core.format(data)}: {error}") from None


# --------------------------------------------------------------------- derived ids


def milliseconds_of(array: Any) -> Any:
    """Milliseconds since 1970 of a column of timestamps in microseconds, which are
    those of Spark, rounded down; 0 for null."""
    microseconds = array.cast(pa.int64())
    bad = _first(pc.or_(pc.less(microseconds, 0), pc.greater_equal(microseconds, 1000 << 48)))
    if bad is not None:
        raise BadTime(
            bad,
            f"{_instant(microseconds[bad].as_py())} is outside of what "
            "version 7 can hold, 1970 to 10889",
        )
    return microseconds.fill_null(0).to_numpy() // 1000


def _instant(microseconds: int) -> str:
    try:
        return str(_EPOCH + timedelta(microseconds=microseconds))
    except OverflowError:  # not in the years 1 to 9999
        return f"the time {microseconds} microseconds from 1970"


def canonical(array: Any) -> Any:
    """The bytes of each value, which derive_v7 hashes, as an array of binaries. They are
    those of guidon.derive.

    An integer of any size is 8 bytes, big-endian, in two's complement. A string is its
    UTF-8. A binary is itself, and an id its 16 bytes.
    """
    array = _storage(array)
    if pa.types.is_integer(array.type):
        return _integers(array)
    if is_texts(array) or array.type == pa.string_view():
        return _texts(array).cast(pa.large_binary())
    if pa.types.is_fixed_size_binary(array.type) or array.type in (
        pa.binary(),
        pa.large_binary(),
        pa.binary_view(),
    ):
        return array.cast(pa.large_binary())
    raise TypeError(
        f"expected integers, strings or binaries, not {array.type}; other "
        "values are not hashed, cast them to one of these first"
    )


def _integers(array: Any) -> Any:
    if array.type == pa.uint64():
        bad = _first(pc.greater(array, pa.scalar(2**63 - 1, pa.uint64())))
        if bad is not None:
            raise BadRow(
                bad,
                f"{array[bad].as_py()} is more than 2**63 - 1, and is not "
                "hashed; cast the column to string first",
            )
    numbers = array.cast(pa.int64()).fill_null(0).to_numpy().astype(">i8")
    made = pa.Array.from_buffers(pa.binary(8), len(array), [None, pa.py_buffer(numbers)])
    return pc.if_else(pc.is_valid(array), made, None).cast(pa.large_binary())


def _texts(array: Any) -> Any:
    """An array of strings, after a check: Arrow does not check that they are UTF-8."""
    try:
        array.validate(full=True)
    except pa.ArrowInvalid:
        for row, value in enumerate(array.cast(pa.large_binary()).to_pylist()):
            try:
                (value or b"").decode()
            except UnicodeDecodeError as error:
                raise BadRow(
                    row,
                    f"the string is not UTF-8 at byte {error.start}; cast "
                    "the column to binary to hash its bytes",
                ) from None
        raise
    return array


def derived(times: Any, values: Any, key: bytes, name: bytes = b"") -> Any:
    """An id of version 7 from the time and the bytes of each row. A row without a
    value has no id; a row with a value and without a time raises BadRow.

    name: bytes in front of those of each row.
    """
    data = canonical(values)
    lost = _first(pc.and_(pc.is_null(times), pc.is_valid(data)))
    if lost is not None:
        raise BadTime(lost, "the time is null; a row with a value to derive from needs a time")
    there = pc.is_valid(data)
    milliseconds = milliseconds_of(pc.if_else(there, times, None))
    if data.null_count == 0:
        return _hidden(_derive_rows(milliseconds, data, key, name), values)
    ids = np.zeros((len(data), 16), np.uint8)
    rows = np.flatnonzero(there.to_numpy(zero_copy_only=False))
    ids[rows] = _derive_rows(milliseconds[rows], data.drop_null(), key, name)
    return _hidden(ids, values)


def _derive_rows(times: Any, data: Any, key: bytes, name: bytes) -> Any:
    """Ids of rows without nulls: a call for the rows of each length."""
    offsets = np.frombuffer(data.buffers()[1], np.int64, len(data) + 1, 8 * data.offset)
    lengths = np.diff(offsets)
    each = np.unique(lengths)
    if len(each) <= 1:
        return _derive_equal(times, data, offsets, key, name)
    ids = np.empty((len(data), 16), np.uint8)
    for length in each:
        rows = np.flatnonzero(lengths == length)
        ids[rows] = _derive_rows(times[rows], data.take(pa.array(rows)), key, name)
    return ids


def _derive_equal(times: Any, data: Any, offsets: Any, key: bytes, name: bytes) -> Any:
    """Ids of rows of one length, whose bytes stand side by side."""
    first, n = int(offsets[0]), len(data)
    length = (int(offsets[-1]) - first) // n if n else 0
    rows: Any = np.frombuffer(
        data.buffers()[2], np.uint8, n * length, first if length else 0
    ).reshape(n, length)
    if name:
        named = np.empty((n, len(name) + length), np.uint8)
        named[:, : len(name)] = np.frombuffer(name, np.uint8)
        named[:, len(name) :] = rows
        rows = named
    ids: Any = np.empty((n, 16), np.uint8)
    _core.derive_many(times, key=key, data=rows, out=ids)
    return ids


def fresh(n: int) -> Any:
    """New ids of version 7."""
    return arrow.new_many(n).storage
