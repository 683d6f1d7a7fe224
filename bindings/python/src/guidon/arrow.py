# SPDX-License-Identifier: MIT
"""Ids in arrays of Apache Arrow. Needs pyarrow 18 or later.

An array of ids has the type `arrow.uuid`, the canonical extension type whose storage
is FixedSizeBinary(16). An id of a ULID is such an array too: the same 16 bytes.

The functions take arrays of pyarrow and every object with the Arrow PyCapsule
Interface (`__arrow_c_array__` or `__arrow_c_stream__`), such as a Series of Polars or
pandas. The arrays that they return have this interface too. Chunks and nulls are
those of the input. Each chunk is one call of C.

The memory of an array is what the functions of guidon have written: nothing is
copied. The results of new_many, parse_many with errors="raise", format_many and the
functions of masks share their validity bitmaps with the input. One input is copied:
texts of the type string_view, which have no single run of bytes. derive_many also
copies what it converts: integers of less than 64 bits, and the offsets of `string`
and `binary`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from . import _core

__all__ = [
    "add_many",
    "decrypt_many",
    "derive_many",
    "encrypt_many",
    "format_many",
    "from_buffer",
    "mask_many",
    "new_many",
    "parse_many",
    "times_of",
    "unmask_many",
    "versions_of",
]

_BINARIES = (pa.binary(), pa.large_binary(), pa.binary_view())
# The offsets of `string` have 32 bits.
_MAX_STRING_BYTES = 2**31 - 1
_TIMES = pa.timestamp("us", "UTC")
_VERSIONS = pa.uint8()
# What makes milliseconds of a timestamp in each unit: a factor and a divisor.
_UNITS = {"s": (1000, 1), "ms": (1, 1), "us": (1, 1000), "ns": (1, 10**6)}


def from_buffer(ids: Any) -> pa.Array:
    """Return the ids of a contiguous buffer as an array, without a copy.

    ids: 16 bytes for each id, such as the result of guidon.new_many, or an array of
        the shape (n, 16). The array keeps the buffer alive. Do not change the bytes
        while the array is in use.

    ValueError: the length is not a multiple of 16, the rows have another length, or
    items are masked. TypeError: the items are neither bytes nor 16 bytes.
    """
    n = _core._count_ids(ids)
    return _ids(pa.py_buffer(ids), n, None, 0)


def new_many(n: int, kind: str = "v7") -> pa.Array:
    """Return an array of n new ids, in the order in which they were made.

    `kind` and the exceptions are those of guidon.new_many.
    """
    return from_buffer(_core.new_many(n, kind))


def parse_many(
    texts: Any, form: str | None = "uuid", *, errors: str = "raise"
) -> pa.Array | pa.ChunkedArray:
    """Read texts; return their ids as an array of the same length.

    texts: an array of strings, with or without chunks. Nulls stay null.
    form: a name of guidon.forms; or None for any form that guidon.parse recognises,
        which may differ from row to row.
    errors: "raise", or "null": then a text that is no id gives a null.

    guidon.ParseError: a text is not an id of the form. Its `index` is the position
    of the text in the whole array, its `offset` the byte of UTF-8, both from 0.
    TypeError: not an array of strings. ValueError: another name in `form` or `errors`.
    """
    _check_errors(errors)
    if form is not None:
        _core.parse_many((), form)  # refuses another name, also if there are no texts
    return _each_chunk(
        _array_of_texts(texts), lambda chunk, before: _parse(chunk, form, errors, before), pa.uuid()
    )


def format_many(ids: Any, form: str = "uuid", *, large: bool = False) -> pa.Array | pa.ChunkedArray:
    """Write ids as an array of strings of the same length.

    ids: an array of the type arrow.uuid or FixedSizeBinary(16), with or without
        chunks. Nulls stay null.
    form: a name of guidon.forms whose texts have one length.
    large: return the type large_string, whose offsets have 64 bits. The type string
        holds 59,652,323 texts of 36 characters in a chunk.

    ValueError: the form, or an id without a text in it. TypeError: not an array of
    ids. OverflowError: more texts than the type string holds.
    """
    array = _array_of_ids(ids)
    width = len(_core.format(_core.NIL, form))
    return _each_chunk(
        array,
        lambda chunk, _: _format(chunk, form, width, large),
        pa.large_string() if large else pa.string(),
    )


def times_of(ids: Any, *, ulid: bool = False, errors: str = "raise") -> pa.Array | pa.ChunkedArray:
    """Return the time of each id, as an array of timestamp("us", "UTC").

    ids: an array of ids, as format_many takes it; or of strings, which are read in any
        form that guidon.parse recognises. The text of a ULID has the time of a ULID.
    ulid: if true, ids that are not texts are ULIDs. Their bytes do not show it.
    errors: of strings: "raise", or "null": then a text that is no id gives a null.

    A null, and an id without a time, gives a null: ULIDs and versions 1, 6 and 7 have
    one. Times are rounded towards the past to microseconds. Some ids have times after
    the year 9999, which the array holds, and `datetime` does not.

    guidon.ParseError, ValueError: as in parse_many. TypeError: not an array of ids or
    of strings.
    """
    return _fields(ids, _core._times_arrow, _TIMES, ulid, errors)


def versions_of(ids: Any, *, errors: str = "raise") -> pa.Array | pa.ChunkedArray:
    """Return the version of each id, 0 to 15, as an array of uint8.

    ids and errors: as in times_of. The text of a ULID has no version; its bytes look
        as if they had any.

    A null, and an id without a version, gives a null: one of another variant than that
    of RFC 9562, such as Nil and Max.
    """
    return _fields(ids, _core._versions_arrow, _VERSIONS, False, errors)


def mask_many(ids: Any, key: Any) -> pa.Array | pa.ChunkedArray:
    """Hide the times of ids of version 7, as guidon.mask does; return an array of ids.

    ids: an array of the type arrow.uuid or FixedSizeBinary(16), with or without
        chunks. Nulls stay null.
    key: 16 secret bytes.

    ValueError: an id of another version, whose text names its position in the whole
    array from 0; or a key of another length. TypeError: not an array of ids.
    """
    return _changed("mask", ids, key)


def unmask_many(ids: Any, key: Any) -> pa.Array | pa.ChunkedArray:
    """Return the ids of version 7 that mask_many was given.

    key: the 16 bytes of mask_many. Nothing detects a wrong key.

    `ids` and the exceptions are those of mask_many; the ids have version 4.
    """
    return _changed("unmask", ids, key)


def encrypt_many(ids: Any, key: Any) -> pa.Array | pa.ChunkedArray:
    """Hide all bits of ids of version 7 in ids of version 8, as guidon.encrypt does.

    key: 32 secret bytes.

    `ids` and the exceptions are those of mask_many.
    """
    return _changed("encrypt", ids, key)


def decrypt_many(ids: Any, key: Any) -> pa.Array | pa.ChunkedArray:
    """Return the ids of version 7 that encrypt_many was given.

    key: the 32 bytes of encrypt_many. Nothing detects a wrong key.

    `ids` and the exceptions are those of mask_many; the ids have version 8.
    """
    return _changed("decrypt", ids, key)


def derive_many(times: Any, *, key: Any, data: Any) -> pa.Array | pa.ChunkedArray:
    """Derive an id of version 7 from each time and its data, as guidon.derive does.

    times: an array of timestamps with a time zone, in any unit, which are rounded down
        to milliseconds; or of integers, which are milliseconds since 1970.
    key: 32 secret bytes.
    data: an array of the same length: of binaries, of strings, of integers up to 64
        bits, or of ids. Their bytes are hashed, an integer of any type as 8 bytes,
        big-endian, and a string as UTF-8.

    The same time, data and key give the same id, on every machine. A row with a null in
    `times` or `data` gives a null. The result is of chunks if an argument is.

    ValueError: another length of an array or the key; or a row whose time version 7
    does not hold, whose integer is above 2**63 - 1, or whose string is not UTF-8: the
    text names its position, from 0. TypeError: arrays of other types, such as
    timestamps without a time zone, floats and booleans.
    """
    moments, units = _array_of_times(_array(times))
    values = _array_of_data(_array(data))
    if len(moments) != len(values):
        raise ValueError(
            f"data: there are {len(values)} rows, expected {len(moments)}, the number of times"
        )
    if isinstance(moments, pa.Array) and isinstance(values, pa.Array):
        return _derive(moments, units, values, key, 0)
    chunks, before = [], 0
    for moment, value in _side_by_side(moments, values):
        chunks.append(_derive(moment, units, value, key, before))
        before += len(value)
    if not chunks:
        _core.derive(0, key=key, data=b"")  # raises ValueError for a key of another length
    return pa.chunked_array(chunks, pa.uuid())


def add_many(audit: _core.Audit, ids: Any, *, ulid: bool = False) -> None:
    """Count the ids of an array in their order, as the method guidon.Audit.add_many
    does. Nulls are left out, by a copy of the array without them.

    ids: an array of the type arrow.uuid or FixedSizeBinary(16), with or without
        chunks.
    ulid: if true, count the ids as ULIDs.

    TypeError: not an array of ids.
    """
    for chunk in _chunks(_array_of_ids(ids)):
        storage = getattr(chunk, "storage", chunk).drop_null()
        audit.add_many(_memory(storage), ulid=ulid)


def _array(given: Any) -> Any:
    """The array of pyarrow for an argument, without a copy."""
    if isinstance(given, (pa.Array, pa.ChunkedArray)):
        return given
    if hasattr(given, "__arrow_c_stream__"):
        return pa.chunked_array(given)
    if hasattr(given, "__arrow_c_array__"):
        return pa.array(given)
    raise TypeError(
        "expected an array of pyarrow, or an object with the Arrow "
        f"PyCapsule Interface, not {type(given)!r}"
    )


def _check_errors(errors: str) -> None:
    if errors not in ("raise", "null"):
        raise ValueError(f"errors: expected 'raise' or 'null', not {errors!r}")


def _holds_ids(type_: Any) -> bool:
    return type_ in (pa.uuid(), pa.binary(16), pa.null())


def _holds_texts(type_: Any) -> bool:
    return type_ in (pa.string(), pa.large_string(), pa.string_view(), pa.null())


def _holds_times(type_: Any) -> bool:
    return bool(
        pa.types.is_integer(type_)
        or type_ == pa.null()
        or pa.types.is_timestamp(type_)
        and type_.tz is not None
    )


def _holds_data(type_: Any) -> bool:
    return bool(
        pa.types.is_integer(type_)
        or pa.types.is_fixed_size_binary(type_)
        or type_ == pa.uuid()
        or type_ in _BINARIES
        or _holds_texts(type_)
    )


def _array_of_ids(given: Any) -> Any:
    array = _array(given)
    if not _holds_ids(array.type):
        raise TypeError(
            "ids: expected an array of arrow.uuid or FixedSizeBinary(16), "
            f"not of {array.type}{_advice(array.type)}"
        )
    # A column of nulls, or without rows, has the type null.
    return array.cast(pa.binary(16)) if array.type == pa.null() else array


def _array_of_texts(given: Any) -> Any:
    array = _array(given)
    if not _holds_texts(array.type):
        raise TypeError(
            f"texts: expected an array of strings, not of {array.type}{_advice(array.type)}"
        )
    if array.type == pa.string_view():
        return array.cast(pa.large_string())
    return array.cast(pa.string()) if array.type == pa.null() else array


def _array_of_times(array: Any) -> tuple[Any, tuple[int, int]]:
    """Times as int64, and what makes milliseconds of them."""
    type_ = array.type
    if not _holds_times(type_):
        advice = (
            "; a timestamp without a time zone is no time: "
            "pyarrow.compute.assume_timezone(array, 'UTC') adds one"
            if pa.types.is_timestamp(type_)
            else ""
        )
        raise TypeError(
            "times: expected an array of timestamps with a time zone, or "
            f"of integers of milliseconds, not of {type_}{advice}"
        )
    if type_ == pa.uint64():
        return _signed(array, "milliseconds are after what version 7 holds"), (1, 1)
    return array.cast(pa.int64()), _UNITS[getattr(type_, "unit", "ms")]


def _array_of_data(array: Any) -> Any:
    """Data of a type that _derive knows: large_string, large_binary, FixedSizeBinary,
    int64 or arrow.uuid."""
    type_ = array.type
    if not _holds_data(type_):
        raise TypeError(
            "data: expected an array of binaries, strings, integers or ids, "
            f"not of {type_}; other values are not hashed, cast them to "
            "string or an integer first"
        )
    if type_ == pa.uint64():
        return _signed(
            array, "is more than 2**63 - 1, and is not hashed; cast the column to string first"
        )
    if pa.types.is_integer(type_):
        return array.cast(pa.int64())
    if _holds_texts(type_):
        return array.cast(pa.large_string())
    return array.cast(pa.large_binary()) if type_ in _BINARIES else array


def _signed(array: Any, reason: str) -> Any:
    """An array of uint64 as int64. ValueError names a number that is larger."""
    large = pc.index(pc.greater(array, pa.scalar(2**63 - 1, pa.uint64())), True).as_py()
    if large >= 0:
        raise ValueError(f"item {large}: {array[large].as_py()} {reason}")
    return array.cast(pa.int64())


def _advice(type_: Any) -> str:
    """What makes an array of ids or texts of an array of another type."""
    if pa.types.is_dictionary(type_):
        return "; decode it first: array.dictionary_decode()"
    if pa.types.is_run_end_encoded(type_):
        return "; decode it first: pyarrow.compute.run_end_decode(array)"
    if type_ in _BINARIES:
        return (
            "; cast it first: array.cast(pyarrow.binary(16)) if it has ids, "
            "array.cast(pyarrow.string()) if it has texts"
        )
    if type_ in (pa.string(), pa.large_string(), pa.string_view()):
        return "; read texts by parse_many"
    if type_ in (pa.uuid(), pa.binary(16)):
        return "; it has ids already"
    if isinstance(type_, pa.BaseExtensionType):
        return "; array.storage has the values without the extension type"
    return ""


def _of_16_bytes(array: Any) -> Any:
    """An array of binaries as FixedSizeBinary(16)."""
    if array.type == pa.binary_view():
        array = array.cast(pa.large_binary())
    bad = pc.index(pc.not_equal(pc.binary_length(array), 16), True).as_py()
    if bad >= 0:
        value = array[bad].as_py()
        raise ValueError(
            f"item {bad}: {value[:20]!r}{'...' * (len(value) > 20)} has "
            f"{len(value)} bytes, expected 16"
        )
    return array.cast(pa.binary(16))


def _memory(storage: Any) -> Any:
    """The bytes of an array of FixedSizeBinary(16), also those of nulls."""
    first, n = 16 * storage.offset, len(storage)
    return memoryview(storage.buffers()[1])[first : first + 16 * n] if n else b""


def _each_chunk(array: Any, convert: Any, type_: Any) -> Any:
    """Convert an array, or each chunk. `convert` also gets the number of rows before a
    chunk, so that errors name the position in the whole."""
    if isinstance(array, pa.Array):
        return convert(array, 0)
    chunks, before = [], 0
    for chunk in array.chunks:
        chunks.append(convert(chunk, before))
        before += len(chunk)
    return pa.chunked_array(chunks, type_)


def _chunks(array: Any) -> list[Any]:
    return [array] if isinstance(array, pa.Array) else array.chunks


def _side_by_side(first: Any, second: Any) -> Iterator[tuple[Any, Any]]:
    """The parts of two arrays of one length that lie within one chunk of each."""
    ends = sorted(
        {end for array in (first, second) for end in itertools.accumulate(map(len, _chunks(array)))}
    )
    for begin, end in zip([0, *ends], ends):
        if end > begin:
            yield _part(first, begin, end), _part(second, begin, end)


def _part(array: Any, begin: int, end: int) -> Any:
    part = array[begin:end]
    return part if isinstance(part, pa.Array) else part.chunk(0)


def _ids(memory: Any, n: int, valid: Any, offset: int) -> Any:
    storage = pa.Array.from_buffers(pa.binary(16), n, [valid, memory], offset=offset)
    return pa.ExtensionArray.from_storage(pa.uuid(), storage)


def _validity(array: Any) -> Any:
    """The part of a bitmap that an array uses, and the first row's bit of it.

    Bitmaps are cut at whole bytes. So a result has up to 7 rows in front that its
    offset passes over.
    """
    bitmap = array.buffers()[0]
    if bitmap is None or array.null_count == 0:
        return None, 0
    first, spare = divmod(array.offset, 8)
    return bitmap.slice(first, (spare + len(array) + 7) // 8), spare


def _bitmap(n: int) -> Any:
    """Memory for a new bitmap, which the functions of _core clear."""
    return pa.allocate_buffer((n + 7) // 8)


def _buffer(buffer: Any) -> Any:
    """A buffer of an array, which is None if there are no bytes."""
    return b"" if buffer is None else buffer


def _read(array: Any, form: str | None, before: int, out: Any, there: Any, ulids: Any) -> None:
    """Read an array of strings with _core._parse_arrow."""
    valid, offsets, data = array.buffers()
    if len(array) > 0:
        _core._parse_arrow(
            out,
            _buffer(data),
            offsets,
            valid,
            pa.types.is_large_string(array.type),
            array.offset,
            len(array),
            form,
            before,
            there,
            ulids,
        )


def _parse(array: Any, form: str | None, errors: str, before: int) -> Any:
    n = len(array)
    if errors == "null":
        valid, spare, there = None, 0, _bitmap(n)
    else:
        (valid, spare), there = _validity(array), None
    memory = pa.allocate_buffer(16 * (spare + n))
    view = memoryview(memory).cast("B")
    view[: 16 * spare] = bytes(16 * spare)
    _read(array, form, before, view[16 * spare :], there, None)
    return _ids(memory, n, valid if there is None else there, spare)


def _fields(given: Any, function: Any, type_: Any, ulid: bool, errors: str) -> Any:
    """A field of each id, which a function of _core writes."""
    _check_errors(errors)
    array = _array(given)
    if pa.types.is_null(array.type) or not _holds_texts(array.type):
        array = _array_of_ids(array)
        return _each_chunk(
            array, lambda chunk, _: _field(function, type_, *_ids_of(chunk), None, ulid), type_
        )
    return _each_chunk(
        _array_of_texts(array),
        lambda chunk, before: _field(function, type_, *_ids_of_texts(chunk, errors, before), False),
        type_,
    )


def _ids_of(chunk: Any) -> tuple[Any, Any, int]:
    """The bytes of ids, and the bitmap of those that are not null, from a bit on."""
    storage = getattr(chunk, "storage", chunk)
    return _memory(storage), storage.buffers()[0], storage.offset


def _ids_of_texts(chunk: Any, errors: str, before: int) -> tuple[Any, Any, int, Any]:
    """The same of texts in any form, and a bitmap of those that are ULIDs."""
    n = len(chunk)
    ids, ulids = pa.allocate_buffer(16 * n), _bitmap(n)
    there = _bitmap(n) if errors == "null" else None
    _read(chunk, None, before, ids, there, ulids)
    valid = (chunk.buffers()[0], chunk.offset) if there is None else (there, 0)
    return (ids, *valid, ulids)


def _field(
    function: Any, type_: Any, ids: Any, valid: Any, first: int, ulids: Any, all_ulids: bool
) -> Any:
    n = memoryview(ids).nbytes // 16
    out, there = pa.allocate_buffer(n * type_.bit_width // 8), _bitmap(n)
    function(out, there, ids, valid, first, ulids, all_ulids)
    return pa.Array.from_buffers(type_, n, [there, out])


def _changed(name: str, ids: Any, key: Any) -> Any:
    array = _array_of_ids(ids)
    if not _chunks(array):
        _change(name, pa.array([], pa.binary(16)), key, 0)  # checks the key
    return _each_chunk(array, lambda chunk, before: _change(name, chunk, key, before), pa.uuid())


def _change(name: str, array: Any, key: Any, before: int) -> Any:
    storage = getattr(array, "storage", array)
    valid, spare = _validity(storage)
    memory = pa.allocate_buffer(16 * (spare + len(array)))
    view = memoryview(memory).cast("B")
    view[: 16 * spare] = bytes(16 * spare)
    _core._change_arrow(
        f"{name}_many",
        view[16 * spare :],
        _memory(storage),
        storage.buffers()[0],
        storage.offset,
        key,
        before,
    )
    return _ids(memory, len(array), valid, spare)


def _derive(times: Any, units: tuple[int, int], data: Any, key: Any, before: int) -> Any:
    values, n = getattr(data, "storage", data), len(data)
    valid, *offsets, memory = values.buffers()
    type_ = "i" if values.type == pa.int64() else "t" if values.type == pa.large_string() else "b"
    out, there = pa.allocate_buffer(16 * n), _bitmap(n)
    if n > 0:
        _core._derive_arrow(
            out,
            there,
            key,
            before,
            n,
            times.buffers()[1],
            times.buffers()[0],
            times.offset,
            *units,
            _buffer(memory),
            *(offsets or [None]),
            valid,
            values.offset,
            0 if offsets else values.type.byte_width,
            type_,
        )
    else:
        _core.derive(0, key=key, data=b"")  # raises ValueError for a key of another length
    return _ids(out, n, there, 0)


def _format(array: Any, form: str, width: int, large: bool) -> Any:
    storage = getattr(array, "storage", array)
    valid, spare = _validity(storage)
    n, rows = len(array), spare + len(array)
    if not large and rows * width > _MAX_STRING_BYTES:
        raise OverflowError(
            f"{n} texts of {width} bytes are more than the type string holds; use large=True"
        )
    offsets = pa.allocate_buffer((rows + 1) * (8 if large else 4))
    _core._write_offsets(offsets, large, width)
    data = pa.allocate_buffer(rows * width)
    texts = memoryview(data).cast("B")
    texts[: spare * width] = b"0" * (spare * width)
    _core.format_many(_memory(storage), form, out=texts[spare * width :])
    return pa.Array.from_buffers(
        pa.large_string() if large else pa.string(), n, [valid, offsets, data], offset=spare
    )
