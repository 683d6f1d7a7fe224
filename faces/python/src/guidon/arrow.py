# SPDX-License-Identifier: MIT
"""Ids in arrays of Apache Arrow. Needs pyarrow 18 or later.

An array of ids has the type `arrow.uuid`, the canonical extension type whose storage
is FixedSizeBinary(16). An id of a ULID is such an array too: the same 16 bytes.

The functions take arrays of pyarrow and every object with the Arrow PyCapsule
Interface (`__arrow_c_array__` or `__arrow_c_stream__`), such as a Series of Polars or
pandas. The arrays that they return have this interface too. Chunks and nulls are
those of the input.

The memory of an array is what the functions of guidon have written: nothing is
copied. Validity bitmaps are shared with the input. One input is copied: texts of the
type string_view, which have no single run of bytes.
"""

from __future__ import annotations

from typing import Any, Union

import pyarrow as pa

from . import _core

__all__ = ["add_many", "format_many", "from_buffer", "new_many", "parse_many"]

# The offsets of `string` have 32 bits.
_MAX_STRING_BYTES = 2**31 - 1


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


def new_many(n: int, kind: str = "uuid7") -> pa.Array:
    """Return an array of n new ids, in the order in which they were made.

    `kind` and the exceptions are those of guidon.new_many.
    """
    return from_buffer(_core.new_many(n, kind))


def parse_many(texts: Any, form: str = "uuid") -> Union[pa.Array, pa.ChunkedArray]:
    """Read texts; return their ids as an array of the same length.

    texts: an array of strings, with or without chunks. Nulls stay null.
    form: a name of guidon.forms.

    guidon.ParseError: a text is not an id of the form. Its `index` is the position
    of the text in the whole array, its `offset` the byte of UTF-8, both from 0.
    TypeError: not an array of strings.
    """
    array = _array(texts)
    if array.type == pa.string_view():
        array = array.cast(pa.large_string())
    if array.type == pa.null():
        array = array.cast(pa.string())
    if not (pa.types.is_string(array.type) or pa.types.is_large_string(array.type)):
        raise TypeError(f"texts: expected an array of strings, not of {array.type}"
                        f"{_advice(array.type)}")
    return _each_chunk(array, lambda chunk: _parse(chunk, form), pa.uuid())


def format_many(ids: Any, form: str = "uuid", *,
                large: bool = False) -> Union[pa.Array, pa.ChunkedArray]:
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
    return _each_chunk(array, lambda chunk: _format(chunk, form, width, large),
                       pa.large_string() if large else pa.string())


def add_many(audit: _core.Audit, ids: Any, *, ulid: bool = False) -> None:
    """Count the ids of an array in their order, as the method guidon.Audit.add_many
    does. Nulls are left out, by a copy of the array without them.

    ids: an array of the type arrow.uuid or FixedSizeBinary(16), with or without
        chunks.
    ulid: if true, count the ids as ULIDs.

    TypeError: not an array of ids.
    """
    array = _array_of_ids(ids)
    for chunk in [array] if isinstance(array, pa.Array) else array.chunks:
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
    raise TypeError("expected an array of pyarrow, or an object with the Arrow "
                    f"PyCapsule Interface, not {type(given)!r}")


def _array_of_ids(given: Any) -> Any:
    array = _array(given)
    if array.type == pa.null():  # a column of nulls, or without rows
        return array.cast(pa.binary(16))
    if array.type not in (pa.uuid(), pa.binary(16)):
        raise TypeError("ids: expected an array of arrow.uuid or FixedSizeBinary(16), "
                        f"not of {array.type}{_advice(array.type)}")
    return array


def _advice(type_: Any) -> str:
    """What makes an array of ids or texts of an array of another type."""
    if pa.types.is_dictionary(type_):
        return "; decode it first: array.dictionary_decode()"
    if pa.types.is_run_end_encoded(type_):
        return "; decode it first: pyarrow.compute.run_end_decode(array)"
    if type_ in (pa.binary(), pa.large_binary(), pa.binary_view()):
        return ("; cast it first: array.cast(pyarrow.binary(16)) if it has ids, "
                "array.cast(pyarrow.string()) if it has texts")
    if type_ in (pa.string(), pa.large_string(), pa.string_view()):
        return "; read texts by parse_many"
    if type_ in (pa.uuid(), pa.binary(16)):
        return "; it has ids already"
    if isinstance(type_, pa.BaseExtensionType):
        return "; array.storage has the values without the extension type"
    return ""


def _memory(storage: Any) -> Any:
    """The bytes of an array of FixedSizeBinary(16), also those of nulls."""
    first, n = 16 * storage.offset, len(storage)
    return memoryview(storage.buffers()[1])[first:first + 16 * n] if n else b""


def _each_chunk(array: Any, convert: Any, type_: Any) -> Any:
    """Convert an array, or each chunk. Errors name the position in the whole."""
    if isinstance(array, pa.Array):
        return convert(array)
    chunks, before = [], 0
    for chunk in array.chunks:
        try:
            chunks.append(convert(chunk))
        except _core.ParseError as error:
            if error.index is not None:
                error.index += before
            raise
        before += len(chunk)
    return pa.chunked_array(chunks, type_)


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


def _parse(array: Any, form: str) -> Any:
    valid, spare = _validity(array)
    _, offsets, data = array.buffers()
    n = len(array)
    memory = pa.allocate_buffer(16 * (spare + n))
    view = memoryview(memory).cast("B")
    view[:16 * spare] = bytes(16 * spare)
    if n > 0:
        bitmap = array.buffers()[0] if valid is not None else None
        _core._parse_arrow(view[16 * spare:], b"" if data is None else data, offsets,
                           bitmap, pa.types.is_large_string(array.type), array.offset,
                           n, form)
    return _ids(memory, n, valid, spare)


def _format(array: Any, form: str, width: int, large: bool) -> Any:
    storage = getattr(array, "storage", array)
    valid, spare = _validity(storage)
    n, rows = len(array), spare + len(array)
    if not large and rows * width > _MAX_STRING_BYTES:
        raise OverflowError(f"{n} texts of {width} bytes are more than the type string "
                            "holds; use large=True")
    offsets = pa.allocate_buffer((rows + 1) * (8 if large else 4))
    _core._write_offsets(offsets, large, width)
    data = pa.allocate_buffer(rows * width)
    texts = memoryview(data).cast("B")
    texts[:spare * width] = b"0" * (spare * width)
    _core.format_many(_memory(storage), form, out=texts[spare * width:])
    return pa.Array.from_buffers(pa.large_string() if large else pa.string(), n,
                                 [valid, offsets, data], offset=spare)
