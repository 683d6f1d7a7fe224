# SPDX-License-Identifier: MIT
"""Ids in arrays of NumPy."""

import uuid

import guidon
import pytest

np = pytest.importorskip("numpy")
import guidon.numpy as guidon_numpy  # noqa: E402

ID = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
# An id whose last byte is zero, which S16 would lose.
ZERO = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c073900")


@pytest.mark.parametrize("n", [0, 1, 1000])
@pytest.mark.parametrize("kind, version", [("v4", 4), ("v7", 7)])
def test_new_arrays(n, kind, version):
    ids = guidon_numpy.new_many(n, kind)
    assert (ids.shape, ids.dtype, ids.flags.writeable) == ((n, 16), np.uint8, True)
    assert len({row.tobytes() for row in ids}) == n
    assert set(ids[:, 6] >> 4) <= {version}
    if n:
        assert ids.view("V16")[:, 0].shape == (n,)


def test_arrays_are_filled_in_place():
    for ids in [
        np.zeros((100, 16), np.uint8),
        np.zeros(200, np.uint64),
        np.zeros(100, "V16"),
        np.zeros(100, "S16"),
        np.zeros(100, [("high", ">u8"), ("low", ">u8")]),
    ]:
        address = ids.ctypes.data
        guidon.fill(ids)
        assert ids.ctypes.data == address
        made = guidon.uuids_of(ids.view(np.uint8))
        assert len({one.version for one in made}) == 1
        assert len(set(made)) == 100


@pytest.mark.parametrize(
    "array, error",
    [
        (np.zeros((4, 32), np.uint8)[:, :16], BufferError),
        (np.zeros((16, 4), np.uint8).T, BufferError),
        (np.zeros((4, 16), np.uint8)[::-1], BufferError),
        (np.empty(16, object), TypeError),
        (np.zeros(4, (str, 4)), TypeError),
        (np.zeros(4, [("text", str, 3), ("n", "u4")]), TypeError),
        (np.empty(2, [("O", "u8"), ("x", object)]), TypeError),
        (np.zeros(17, np.uint8), ValueError),
        (np.zeros(2, "datetime64[ms]"), BufferError),
    ],
)
def test_other_arrays_are_refused(array, error):
    with pytest.raises(error):
        guidon.fill(array)


def test_a_field_named_o_or_w_holds_bytes():
    guidon.fill(np.zeros(2, [("O", "u8"), ("aO", "u8")]))
    guidon.fill(np.zeros(2, [("w", "u8"), ("u", "u8")]))


def test_a_read_only_array_is_refused():
    array = np.zeros(16, np.uint8)
    array.flags.writeable = False
    with pytest.raises(BufferError, match="read-only"):
        guidon.fill(array)
    assert not array.any()


@pytest.mark.parametrize("form", ["uuid", "ulid", "hex", "base58"])
def test_texts_round_trip(form):
    ids = np.concatenate(
        [guidon_numpy.new_many(300), np.frombuffer(ZERO.bytes, np.uint8).reshape(1, 16)]
    )
    texts = guidon_numpy.format_many(ids, form)
    assert texts.tolist() == [guidon.format(one, form).encode() for one in guidon.uuids_of(ids)]
    wide = texts.astype("S60")
    rows = texts.view(np.uint8).reshape(len(ids), -1)
    names = [text.decode() for text in texts.tolist()]
    for given in [
        texts,
        wide,
        rows,
        texts.astype("U"),
        names,
        np.array(names, object),
        tuple(names),
    ]:
        assert (guidon_numpy.parse_many(given, form) == ids).all()


def test_other_ids_are_written():
    for ids in [
        ID.bytes,
        bytearray(ID.bytes),
        memoryview(ID.bytes),
        [ID],
        [str(ID)],
        np.frombuffer(ID.bytes, "V16"),
    ]:
        assert guidon_numpy.format_many(ids).tolist() == [str(ID).encode()]
    assert guidon_numpy.format_many(b"").shape == (0,)
    assert guidon_numpy.parse_many([]).shape == (0, 16)
    assert guidon_numpy.parse_many(np.empty(0, "S36")).shape == (0, 16)


@pytest.mark.parametrize("dtype", ["S", "U", object])
def test_a_bad_text_is_named(dtype):
    texts = np.array([str(ID), str(ID)[:-1] + "g"], dtype)
    with pytest.raises(guidon.ParseError) as raised:
        guidon_numpy.parse_many(texts)
    assert (raised.value.index, raised.value.offset) == (1, 35)


def kind_of_column(dtype):
    """What an array of a dtype is, by the documentation: "ids", "texts", "objects", or
    None if it is refused."""
    if dtype.kind in "OUT":
        return "objects"
    if dtype.names is not None:
        whole = all(dtype[name].kind in "SV" for name in dtype.names)
        return "ids" if dtype.itemsize == 16 and whole else None
    if dtype.kind in "SV":
        return "ids" if dtype.itemsize in (1, 16) else "texts" if dtype.kind == "S" else None
    return "ids" if dtype in (np.uint8, np.int8) else None


DTYPES = sorted(
    {np.dtype(one) for one in np.sctypeDict.values() if np.dtype(one).itemsize}
    | {
        np.dtype(one)
        for one in [
            "S16",
            "S36",
            f"U{36}",
            "V16",
            "V36",
            "V1",
            ">i8",
            ">f8",
            "M8[ms]",
            "m8[s]",
            "f8,f8",
            "S4,V12",
            "u8,u8",
            f"i8,U{2}",
        ]
    },
    key=str,
)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_ids_of_every_dtype_are_ids_or_refused(dtype):
    """Another number of ids than the array has items would be a wrong answer."""
    array = np.zeros(16 if dtype.itemsize == 1 else 3, dtype)
    if kind_of_column(dtype) == "ids":
        n = array.nbytes // 16
        assert guidon_numpy.format_many(array).shape == (n,)
        assert len(guidon.uuids_of(array)) == n
        return
    audit = guidon.Audit()
    for call in [guidon_numpy.format_many, guidon.format_many, audit.add_many]:
        # NumPy lends no buffer of times. An array of str has texts, here empty ones.
        with pytest.raises((TypeError, BufferError, guidon.ParseError)):
            call(array)
    assert audit.ids == 0


@pytest.mark.parametrize("dtype", [one for one in DTYPES if one.itemsize >= 36], ids=str)
def test_texts_of_every_dtype_are_texts_or_refused(dtype):
    array = np.zeros(2, dtype)
    if kind_of_column(dtype) in ("texts", "objects") or dtype == "V36":
        with pytest.raises(guidon.ParseError):
            guidon_numpy.parse_many(array)
    else:
        with pytest.raises(TypeError):
            guidon_numpy.parse_many(array)


def test_texts_are_not_taken_for_ids():
    ids = guidon_numpy.new_many(8)
    texts = guidon_numpy.format_many(ids)
    with pytest.raises(TypeError, match="parse_many reads texts"):
        guidon_numpy.format_many(texts, "ulid")
    names = texts.astype("U")
    assert (guidon_numpy.format_many(names) == texts).all()
    assert (guidon_numpy.format_many(names.astype(object)) == texts).all()


def test_rows_have_16_bytes():
    for shape in [(8, 32), (4, 64), (2, 8, 16, 2), (16, 8)]:
        with pytest.raises(ValueError, match=f"rows of {shape[-1]} bytes"):
            guidon.format_many(np.zeros(shape, np.uint8))
    assert len(guidon.uuids_of(np.zeros((2, 3, 16), np.uint8))) == 6
    with pytest.raises(TypeError):
        guidon.uuids_of(np.zeros((8, 16), np.int64))


def test_what_stands_behind_a_text_is_not_dropped():
    good = np.array([str(ID)] * 3, "S40")
    assert (
        guidon_numpy.parse_many(good).view("V16")[:, 0] == np.frombuffer(ID.bytes * 3, "V16")
    ).all()
    for behind in ["-7", "\n", " ", "\0x"]:
        texts = good.copy()
        texts[1] = str(ID) + behind
        with pytest.raises(guidon.ParseError) as raised:
            guidon_numpy.parse_many(texts)
        assert (raised.value.index, raised.value.offset) == (1, 36)
    many = np.array([str(ID)] * 70000, "S38")
    many[69999] = str(ID) + "-7"
    with pytest.raises(guidon.ParseError) as raised:
        guidon_numpy.parse_many(many)
    assert raised.value.index == 69999


def test_masked_items_are_refused():
    ids = np.ma.masked_array(guidon_numpy.new_many(2))
    texts = np.ma.masked_array(guidon_numpy.format_many(ids))
    assert guidon_numpy.parse_many(texts).tolist() == ids.tolist()
    ids[1] = texts[1] = np.ma.masked
    names = np.ma.masked_array(texts.data.astype("U"), texts.mask)
    audit = guidon.Audit()
    for call in [
        lambda: guidon_numpy.format_many(ids),
        lambda: guidon.format_many(ids),
        lambda: guidon.uuids_of(ids),
        lambda: audit.add_many(ids),
        lambda: guidon_numpy.parse_many(texts),
        lambda: guidon.parse_many(texts),
        lambda: guidon_numpy.parse_many(names),
        lambda: guidon_numpy.format_many(names),
    ]:
        with pytest.raises(ValueError, match="masked"):
            call()
    assert guidon_numpy.format_many(ids.data).shape == (2,)


def test_masked_items_are_not_written():
    """The mask would hide them."""
    ids = np.ma.masked_array(np.zeros((2, 16), np.uint8))
    guidon.fill(ids)
    assert ids.any(axis=1).all()
    before = ids.data.copy()
    ids[1] = np.ma.masked
    for call in [
        lambda: guidon.fill(ids),
        lambda: guidon.Generator().fill(ids),
        lambda: guidon.parse_many([ID, ID], out=ids),
        lambda: guidon.mask_many(ids.data, bytes(16), ids),
    ]:
        with pytest.raises(ValueError, match="masked items"):
            call()
        assert (ids.data == before).all()
    guidon.fill(ids.data)
    assert (ids.data != before).any()


def test_wrong_arguments_are_refused():
    for call, error in [
        (lambda: guidon_numpy.new_many(-1), ValueError),
        (lambda: guidon_numpy.new_many(1, "v5"), ValueError),
        (lambda: guidon_numpy.format_many(ID.bytes, "int"), ValueError),
        (lambda: guidon_numpy.format_many(ID.bytes[:15]), ValueError),
        (lambda: guidon_numpy.parse_many(np.zeros(3, "S35")), ValueError),
        (lambda: guidon_numpy.parse_many(np.zeros((2, 40), np.uint8)[:, :36]), BufferError),
    ]:
        with pytest.raises(error):
            call()


def test_bounds_of_times_as_an_array():
    """Times of NumPy, in milliseconds, are the times of derive_many."""
    times = np.array(["2022-02-22T19:22:22", "2022-02-22T19:22:23"], "datetime64[ms]")
    made = guidon.derive_many(times.view(np.int64), key=bytes(range(32)), data=b"ab")
    assert [guidon.format(made[i : i + 16])[:13] for i in (0, 16)] == [
        "017f22e2-79b0",
        "017f22e2-7d98",
    ]


KEY = bytes(range(32))
INTEGERS = [
    np.int8,
    np.int16,
    np.int32,
    np.int64,
    np.uint8,
    np.uint16,
    np.uint32,
    np.uint64,
    ">i8",
    ">u2",
]


def derived(values):
    """The ids of values of Python, with the time 5."""
    return b"".join(guidon.derive(5, key=KEY, data=value).bytes for value in values)


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_of_every_type_derive_the_ids_of_int(dtype):
    column = np.array([0, 1, 100, np.iinfo(dtype).min, min(np.iinfo(dtype).max, 2**63 - 1)], dtype)
    times = np.full(5, 5)
    for given in (column, column[::-1], np.repeat(column, 2)[::2]):
        assert guidon.derive_many(times, key=KEY, data=given) == derived(given.tolist())
        assert b"".join(guidon.derive(5, key=KEY, data=one).bytes for one in given) == derived(
            given.tolist()
        )
    assert guidon.derive(5, key=KEY, data=np.array(7, dtype)) == guidon.derive(5, key=KEY, data=7)


def test_texts_of_any_width_derive_the_ids_of_their_text():
    """An S array pads with NUL and a U array has four bytes for each character."""
    times = np.full(3, 5)
    for texts, dtypes in [
        (["a", "longer", ""], [f"{kind}{n}" for kind in "SU" for n in (6, 40)]),
        (["\u00e9", "\U0001d11e", "b"], [f"{order}U{n}" for order in "<>" for n in (1, 9)]),
    ]:
        dtypes.append(object)
        for dtype in dtypes:
            column = np.array(texts, dtype)
            assert guidon.derive_many(times, key=KEY, data=column) == derived(texts), dtype
            assert guidon.derive(5, key=KEY, data=column[0]) == guidon.derive(
                5, key=KEY, data=texts[0]
            )


def test_rows_of_bytes_have_two_dimensions():
    rows = np.arange(48, dtype=np.uint8).reshape(3, 16)
    assert guidon.derive_many(np.full(3, 5), key=KEY, data=rows) == derived(map(bytes, rows))
    assert guidon.derive_many(np.full(3, 5), key=KEY, data=rows[:, :1].copy()) == derived(
        bytes(row[:1]) for row in rows
    )
    with pytest.raises(ValueError, match="there are 48 items, expected 3"):
        guidon.derive_many(np.full(3, 5), key=KEY, data=rows.ravel())


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "c8", "?", "M8[ms]", "m8[s]", "V16", "i4,i4"])
def test_other_types_are_not_hashed(dtype):
    column = np.zeros(2, dtype)
    for call in (
        lambda: guidon.derive_many(np.full(2, 5), key=KEY, data=column),
        lambda: guidon.derive(5, key=KEY, data=column[0]),
        lambda: guidon.derive(5, key=KEY, data=column),
        lambda: guidon.uuid5(ID, column[0]),
    ):
        with pytest.raises(TypeError, match="expected bytes, str, int or an id"):
            call()


def test_a_number_is_no_name():
    for value in (np.int64(258), np.uint8(1), np.array(258), np.array([258])):
        with pytest.raises(TypeError, match="expected bytes, str"):
            guidon.uuid5(ID, value)
    with pytest.raises(ValueError, match="item 1: .*2\\*\\*63"):
        guidon.derive_many(np.full(2, 5), key=KEY, data=np.array([0, 2**63], np.uint64))


def test_the_package_does_not_import_numpy():
    import subprocess
    import sys

    code = "import sys, guidon; assert not {'numpy', 'pyarrow'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
