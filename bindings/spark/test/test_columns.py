# SPDX-License-Identifier: MIT
"""What guidon_spark does with columns of Arrow. Without Spark, it says what it needs."""

import struct
import subprocess
import sys
import uuid

import pyarrow as pa
import pytest

import guidon
import vectors
from guidon_spark import _columns

KEY = bytes(range(32))
ID = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
OTHER = uuid.UUID(int=7)


def times(milliseconds):
    return pa.array([one and one * 1000 for one in milliseconds], pa.timestamp("us", "UTC"))


def error_of(*lines):
    """The last line of what a program writes to stderr."""
    done = subprocess.run(
        [sys.executable, "-B", "-c", "\n".join(lines)],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    return done.stderr.splitlines()[-1:]


def test_without_spark_the_error_says_what_to_install():
    absent = "import sys; sys.modules['pyspark'] = None"
    for module in "guidon_spark", "guidon.spark":
        (says,) = error_of(absent, f"import {module}")
        assert says.startswith(
            "ImportError: guidon_spark needs pyspark 4.1 or later, pandas and pyarrow ("
        )
        assert says.endswith("and so does the extra spark of guidon-ids")


def test_guidon_spark_is_the_module_under_another_name():
    assert (
        error_of(
            "import guidon.spark, guidon_spark as gs",
            "assert guidon.spark.__all__ == gs.__all__",
            "assert guidon.spark.rekey is gs.rekey",
        )
        == []
    )


def value_of(row):
    return (
        int(row["value"])
        if row["type"] == "integer"
        else row["value"].encode()
        if row["type"] == "text"
        else bytes.fromhex(row["value"])
    )


@pytest.mark.parametrize(
    "type_, types",
    [
        ("integer", [pa.int64()]),
        ("bytes", [pa.binary(), pa.large_binary(), pa.binary_view()]),
        ("text", [pa.string(), pa.large_string(), pa.string_view()]),
    ],
)
def test_vectors_of_what_is_hashed(type_, types):
    rows = [row for row in vectors.rows("hashed", "hashed") if row["type"] == type_]
    for given in types:
        column = pa.array([value_of(row) for row in rows], given)
        assert [one.hex() for one in _columns.canonical(column).to_pylist()] == [
            row["data"] for row in rows
        ], given
    assert [
        one.hex()
        for one in _columns.derived(
            times([row["unix_ms"] for row in rows]), column, KEY
        ).to_pylist()
    ] == [row["derived"] for row in rows]


def test_strings_that_are_not_utf8_are_not_hashed():
    for row in vectors.rows("hashed", "refused_texts"):
        wrong = pa.array([b"a", None, bytes.fromhex(row["octets"])], pa.binary())
        for type_ in (pa.string(), pa.large_string()):
            offsets = wrong.cast(pa.binary() if type_ == pa.string() else pa.large_binary())
            column = pa.Array.from_buffers(type_, 3, offsets.buffers())
            with pytest.raises(_columns.BadRow, match="is not UTF-8 at byte") as raised:
                _columns.canonical(column)
            assert raised.value.row == 2, row
            assert f"at byte {row['bad_at']};" in raised.value.reason, row


def test_other_columns_are_not_hashed():
    for column in (
        pa.array([1.0]),
        pa.array([True]),
        pa.array([[1]]),
        pa.array([None]),
        pa.array([1], pa.decimal128(9)),
        pa.array([1], pa.date32()),
        pa.array([1], pa.timestamp("us")),
    ):
        with pytest.raises(TypeError, match="expected integers, strings or binaries"):
            _columns.canonical(column)
    with pytest.raises(_columns.BadRow, match="9223372036854775808 is more than 2"):
        _columns.canonical(pa.array([1, 2**63], pa.uint64()))


@pytest.mark.parametrize(
    "type_",
    [pa.binary(), pa.large_binary(), pa.binary(16), pa.string(), pa.large_string(), pa.uuid()],
)
@pytest.mark.parametrize("form", ["uuid", "any"])
def test_ids_of_every_type(type_, form):
    ids = pa.array([None, ID.bytes, None, OTHER.bytes], pa.binary(16))
    if type_ in (pa.string(), pa.large_string()):
        given = pa.array([None, str(ID), None, str(OTHER)], type_)
    elif type_ == pa.uuid():
        given = pa.ExtensionArray.from_storage(type_, ids)
    else:
        given = ids.cast(type_)
    for first in (0, 1, 2):
        found = _columns.ids_of(given.slice(first), form)
        found.validate(full=True)
        assert found.to_pylist() == ids.slice(first).to_pylist()


@pytest.mark.parametrize(
    "type_",
    [
        pa.int8(),
        pa.int16(),
        pa.int32(),
        pa.int64(),
        pa.uint8(),
        pa.uint16(),
        pa.uint32(),
        pa.uint64(),
    ],
)
def test_integers_of_every_type(type_):
    values = [0, 1, None, 100, 127, *([-1, -128] if pa.types.is_signed_integer(type_) else [])]
    found = _columns.canonical(pa.array(values, type_)).to_pylist()
    assert found == [None if one is None else struct.pack(">q", one) for one in values]


@pytest.mark.parametrize("type_", [pa.string(), pa.large_string(), pa.binary(), pa.large_binary()])
@pytest.mark.parametrize("name", [b"", b"orders\0"])
def test_ids_are_derived_from_slices_with_nulls_and_any_length(type_, name):
    texts = ["zero", "one", None, "", "three", "é" * 500, None, "four", "x"] * 3
    at = list(range(1000, 1000 + len(texts)))
    values = pa.array(texts).cast(type_)
    for first, n in [(0, 27), (1, 9), (2, 1), (5, 0), (3, 20), (3, 3)]:
        found = _columns.derived(times(at).slice(first, n), values.slice(first, n), KEY, name)
        found.validate(full=True)
        assert found.to_pylist() == [
            None if text is None else guidon.derive(ms, key=KEY, data=name + text.encode()).bytes
            for ms, text in list(zip(at, texts))[first : first + n]
        ]


@pytest.mark.parametrize("type_", [pa.string(), pa.large_string(), pa.binary(), pa.large_binary()])
def test_ids_are_derived_from_slices_of_one_length(type_):
    values = pa.array(["aa", "bb", "cc", "dd"]).cast(type_)
    for first, n in [(1, 3), (2, 1), (3, 0)]:
        found = _columns.derived(times([5] * n), values.slice(first, n), KEY)
        assert found.to_pylist() == [
            guidon.derive(5, key=KEY, data=text.encode()).bytes
            for text in ["aa", "bb", "cc", "dd"][first : first + n]
        ]


def test_times_are_rounded_down_and_checked():
    last = 253402300799999  # the last millisecond of Spark, whose microseconds are
    given = [0, 999, 1000, 1999, None, last * 1000 + 999]  # more than 53 bits
    found = _columns.milliseconds_of(pa.array(given, pa.timestamp("us", "UTC")))
    assert found.tolist() == [0, 0, 1, 1, 0, last]
    end = 2**48 * 1000  # version 7 holds 48 bits of milliseconds
    found = _columns.milliseconds_of(pa.array([end - 1], pa.timestamp("us", "UTC")))
    assert found.tolist() == [2**48 - 1]
    for wrong in (-1, end, -(2**63), 2**63 - 1):
        with pytest.raises(_columns.BadTime, match="outside of what") as caught:
            _columns.milliseconds_of(pa.array([5, None, wrong], pa.timestamp("us", "UTC")))
        assert caught.value.row == 2


def test_a_value_without_a_time_is_a_bad_row():
    with pytest.raises(_columns.BadTime, match="the time is null") as caught:
        _columns.derived(times([1, None, None]), pa.array([1, None, 3]), KEY)
    assert caught.value.row == 2


def test_a_row_without_a_value_needs_no_time():
    at = pa.array([-5, None, 7000], pa.timestamp("us", "UTC"))
    found = _columns.derived(at, pa.array([None, None, 3]), KEY)
    assert found.to_pylist() == [
        None,
        None,
        guidon.derive(7, key=KEY, data=struct.pack(">q", 3)).bytes,
    ]


def test_integers_of_slices_and_of_the_whole_range():
    values = [5, None, 2**63 - 1, -(2**63), 2**40, 0]
    for first in range(len(values)):
        found = _columns.canonical(pa.array(values, pa.int64()).slice(first))
        assert found.to_pylist() == [
            one if one is None else struct.pack(">q", one) for one in values[first:]
        ]


def test_columns_with_a_dictionary_are_refused():
    for values in (["a", "b"], [1, 2]):
        with pytest.raises(TypeError, match="not dictionary"):
            _columns.canonical(pa.array(values).dictionary_encode())
    with pytest.raises(TypeError, match="not dictionary"):
        _columns.ids_of(pa.array([str(ID)]).dictionary_encode())


def test_bad_ids_have_their_row_and_reason():
    for given, row, reason in [
        (pa.array([ID.bytes, None, b"x"]), 2, "b'x' has 1 bytes"),
        (pa.array([None, str(ID), str(ID)[:-1] + "g"]), 2, "at offset 35"),
        (pa.array([b"y" * 100]), 0, r"b'y+\.\.\. has 100 bytes"),
    ]:
        for form in ("uuid", "any"):
            with pytest.raises(_columns.BadRow, match=reason) as caught:
                _columns.ids_of(given, form)
            assert caught.value.row == row
    for wrong in (pa.array([1]), pa.array([1.5])):
        with pytest.raises(TypeError, match="expected"):
            _columns.ids_of(wrong)
    with pytest.raises(TypeError, match="not double"):
        _columns.canonical(pa.array([1.5]))


def test_ids_or_reasons():
    ids, reasons = _columns.try_ids_of(pa.array([str(ID), "x", None]), "uuid")
    assert ids.to_pylist() == [ID.bytes, None, None]
    assert [one is None for one in reasons.to_pylist()] == [True, False, True]
    ids, reasons = _columns.try_ids_of(pa.array([str(ID)]), "uuid")
    assert ids.to_pylist() == [ID.bytes] and reasons.equals(pa.array([None], pa.string()))


def test_an_id_without_a_text_in_a_form_is_a_bad_row():
    with pytest.raises(_columns.BadRow, match="no text in the form 'ncs'") as caught:
        _columns.written(pa.array([None, ID.bytes], pa.binary(16)), "ncs")
    assert caught.value.row == 1 and str(ID) in caught.value.reason


def test_arrow_uuid_within_other_types_becomes_binary():
    ids = pa.ExtensionArray.from_storage(pa.uuid(), pa.array([ID.bytes, None], pa.binary(16)))
    pair = [
        pa.ListArray.from_arrays([0, 2], ids),
        pa.LargeListArray.from_arrays([0, 2], ids),
        pa.FixedSizeListArray.from_arrays(ids, 2),
        pa.MapArray.from_arrays([0, 2], ["a", "b"], ids),
    ]
    table = pa.table(
        {
            "list": pair[0],
            "large": pair[1],
            "fixed": pair[2],
            "map": pair[3],
            "struct": pa.StructArray.from_arrays([ids[:1], pair[0]], ["id", "more"]),
            "deep": pa.ListArray.from_arrays([0, 1], pa.StructArray.from_arrays([ids[:1]], ["id"])),
            "id": ids[:1],
            "n": [5],
        }
    )
    made = _columns.with_storage(table)
    made.validate(full=True)
    both = [ID.bytes, None]
    assert made.to_pylist() == [
        {
            "list": both,
            "large": both,
            "fixed": both,
            "map": [("a", ID.bytes), ("b", None)],
            "struct": {"id": ID.bytes, "more": both},
            "deep": [{"id": ID.bytes}],
            "id": ID.bytes,
            "n": 5,
        }
    ]
    assert "uuid" not in str(made.schema)
    for empty in (
        table.slice(1),
        table.filter(pa.array([False])),
        pa.Table.from_batches([], table.schema),
    ):
        none = _columns.with_storage(empty)
        assert (none.schema, none.num_rows) == (made.schema, 0)
        assert all(column.num_chunks == 1 for column in none.columns)
    plain = table.select(["n"])
    assert _columns.with_storage(plain) is plain
