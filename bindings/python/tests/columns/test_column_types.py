# SPDX-License-Identifier: MIT
"""The README's tables of the types of Arrow, pandas and Polars are true and complete."""

import datetime
import pathlib
import re
import uuid

import guidon
import pytest

pa = pytest.importorskip("pyarrow")
np = pytest.importorskip("numpy")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
import guidon.arrow  # noqa: E402
import guidon.pandas  # noqa: E402
import guidon.polars  # noqa: E402
import pyarrow.compute as pc  # noqa: E402

README = (pathlib.Path(__file__).resolve().parents[2] / "README.md").read_text("utf-8")
ID = uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
NOW = datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc)
KEY = bytes(32)
UUIDS = pa.ExtensionArray.from_storage(pa.uuid(), pa.array([ID.bytes], pa.binary(16)))
TEXTS, BYTES = pa.array([str(ID)]), pa.array([ID.bytes])


def table(head):
    """Rows of a table of the README: (first cell, fates, what helps)."""
    lines = README[README.index(f"| {head} | ids |") :].split("\n\n")[0].splitlines()[2:]
    for line in lines:
        first, *fates, helps = [cell.strip() for cell in line.strip("|").split("|")]
        yield first, fates, re.findall("`([^`]+)`", helps)


def wrapped(array):
    return pd.Series(pd.arrays.ArrowExtensionArray(array))


def array_of(type_, value=5):
    return pa.array([value], type_)


LIST = [[5]]
ARROW = {
    "arrow.uuid": [UUIDS],
    "fixed_size_binary[16]": [BYTES.cast(pa.binary(16))],
    "null": [pa.nulls(1)],
    "fixed_size_binary[5]": [array_of(pa.binary(5), b"x" * 5)],
    "dictionary": [TEXTS.dictionary_encode()],
    "run_end_encoded": [pc.run_end_encode(TEXTS)],
    "opaque": [
        pa.ExtensionArray.from_storage(
            pa.opaque(pa.binary(16), "ipv6", "db"), BYTES.cast(pa.binary(16))
        )
    ],
    "bool": [array_of(pa.bool_(), True)],
    "halffloat": [array_of(pa.float16())],
    "float": [array_of(pa.float32())],
    "double": [array_of(pa.float64())],
    "decimal32": [array_of(pa.decimal32(5))],
    "decimal64": [array_of(pa.decimal64(5))],
    "decimal128": [array_of(pa.decimal128(5))],
    "decimal256": [array_of(pa.decimal256(5))],
    "date32": [array_of(pa.date32())],
    "date64": [array_of(pa.date64())],
    "time32": [array_of(pa.time32("s"))],
    "time64": [array_of(pa.time64("us"))],
    "duration": [array_of(pa.duration("s"))],
    "month_day_nano_interval": [array_of(pa.month_day_nano_interval(), (1, 2, 3))],
    "list": [pa.array(LIST), pa.ListArray.from_arrays([0, 1], UUIDS)],
    "large_list": [pa.array(LIST, pa.large_list(pa.int64()))],
    "list_view": [pa.array(LIST, pa.list_view(pa.int64()))],
    "large_list_view": [pa.array(LIST, pa.large_list_view(pa.int64()))],
    "fixed_size_list": [pa.array([[5] * 16], pa.list_(pa.uint8(), 16))],
    "struct": [pa.array([{"id": 5}])],
    "map": [pa.array([[("a", 5)]], pa.map_(pa.string(), pa.int64()))],
    "sparse_union": [pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [TEXTS])],
    "dense_union": [
        pa.UnionArray.from_dense(pa.array([0], pa.int8()), pa.array([0], pa.int32()), [TEXTS])
    ],
    "timestamp[us]": [array_of(pa.timestamp("us"))],
    "timestamp[s, tz=UTC]": [array_of(pa.timestamp("s", "UTC"))],
    "timestamp[ns, tz=UTC]": [array_of(pa.timestamp("ns", "Asia/Tokyo"))],
}
INTEGERS = [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]
ARROW.update({name: [array_of(getattr(pa, name)())] for name in INTEGERS})
ARROW.update(
    {name: [TEXTS.cast(getattr(pa, name)())] for name in ("string", "large_string", "string_view")}
)
ARROW.update(
    {name: [BYTES.cast(getattr(pa, name)())] for name in ("binary", "large_binary", "binary_view")}
)
# Types of Arrow that pyarrow cannot make.
NOT_MADE = {"INTERVAL_MONTHS", "INTERVAL_DAY_TIME"}


def arrow_dtype(name):
    return [wrapped(one) for one in ARROW[name]]


# By a row's first cell, because its names hold several dtypes each.
PANDAS = {
    "`object` of `uuid.UUID`": [
        pd.Series([ID]),
        *arrow_dtype("arrow.uuid"),
        *arrow_dtype("fixed_size_binary[16]"),
    ],
    "`object` of `bytes`": [
        pd.Series([ID.bytes]),
        *arrow_dtype("binary"),
        *arrow_dtype("large_binary"),
        *arrow_dtype("binary_view"),
    ],
    "`object` of `str`": [
        pd.Series([str(ID)], dtype=object),
        pd.Series([str(ID)], dtype="str"),
        pd.Series([str(ID)], dtype="string[python]"),
        pd.Series([str(ID)], dtype="string[pyarrow]"),
        *arrow_dtype("string"),
        *arrow_dtype("large_string"),
        *arrow_dtype("string_view"),
    ],
    "any dtype": [
        pd.Series([None, None], dtype=dtype)
        for dtype in (
            object,
            float,
            "Int64",
            "UInt8",
            "Float64",
            "string",
            "str",
            "boolean",
            "category",
            "datetime64[us]",
            "timedelta64[us]",
            pd.ArrowDtype(pa.bool_()),
        )
    ],
    "`int8` to": [
        *[pd.Series([5], dtype=name) for name in INTEGERS],
        *[pd.Series([5], dtype=name.replace("i", "I", 1).replace("u", "U")) for name in INTEGERS],
        *[one for name in INTEGERS for one in arrow_dtype(name)],
        pd.Series([5], dtype=object),
    ],
    "`datetime64[us, UTC]`": [
        pd.Series([NOW], dtype=f"datetime64[{unit}, UTC]") for unit in ("s", "ms", "us", "ns")
    ]
    + [pd.Series([NOW]), *arrow_dtype("timestamp[s, tz=UTC]")],
    "`datetime64[us]`": [pd.Series([5], dtype="datetime64[us]"), *arrow_dtype("timestamp[us]")],
    "`category`": [
        pd.Series([str(ID)], dtype="category"),
        pd.Series([ID.bytes], dtype="category"),
        pd.Series([5], dtype="category"),
    ],
    "`dictionary[pyarrow]`": arrow_dtype("dictionary"),
    "`run_end_encoded[pyarrow]`": arrow_dtype("run_end_encoded"),
    "`Sparse`": [
        pd.Series(pd.arrays.SparseArray([5])),
        pd.Series(pd.arrays.SparseArray([str(ID), None])),
    ],
    "`float16`": [
        pd.Series([5], dtype=dtype)
        for dtype in (
            "float16",
            "float32",
            "float64",
            "Float32",
            "Float64",
            pd.ArrowDtype(pa.float64()),
        )
    ],
    "`bool`": [
        pd.Series([True]),
        pd.Series([True], dtype="boolean"),
        pd.Series([1j]),
        pd.Series([5], dtype="timedelta64[us]"),
        pd.Series(pd.period_range("2026", periods=1)),
        pd.Series(pd.interval_range(0, 1)),
        pd.Series([str(ID), 5], dtype=object),
        pd.Series([ID, str(ID)]),
        pd.Series([object()]),
        pd.Series([datetime.date.today()]),
        pd.Series([True], dtype=object),
        *[
            one
            for name in (
                "bool",
                "decimal128",
                "date32",
                "time64",
                "duration",
                "list",
                "struct",
                "map",
                "opaque",
                "fixed_size_list",
            )
            for one in arrow_dtype(name)
        ],
    ],
}
POLARS = {
    "Binary": [pl.Series([ID.bytes])],
    "String": [pl.Series([str(ID)])],
    "Null": [pl.Series([None, None])],
    "Datetime` with": [pl.Series([NOW])],
    "Datetime": [pl.Series([NOW.replace(tzinfo=None)])],
    "Categorical": [pl.Series([str(ID)], dtype=pl.Categorical)],
    "Enum": [pl.Series([str(ID)], dtype=pl.Enum([str(ID)]))],
    "Object": [pl.Series([ID], dtype=pl.Object)],
    "Boolean": [pl.Series([True])],
    "Decimal": [pl.Series([5], dtype=pl.Decimal(9, 2))],
    "Date": [pl.Series([NOW.date()])],
    "Time": [pl.Series([NOW.time()])],
    "Duration": [pl.Series([datetime.timedelta(1)])],
    "List": [pl.Series([[ID.bytes]])],
    "Array": [pl.Series([[5] * 16], dtype=pl.Array(pl.UInt8, 16))],
    "Struct": [pl.Series([{"id": ID.bytes}])],
    **{
        f"{name}": [pl.Series([5], dtype=getattr(pl, name))]
        for name in (
            *[one.replace("ui", "UI").replace("int", "Int") for one in INTEGERS],
            "Float16",
            "Float32",
            "Float64",
            "Int128",
            "UInt128",
        )
    },
}
# Classes of Polars that no Series has by itself.
NO_SERIES = {"Unknown", "Extension", "Map"}


def calls(module):
    """What takes ids, texts, times and data. The others are those that fit."""
    derive = module.derive_many
    numbers = {
        guidon.arrow: lambda n: pa.array([5] * n),
        guidon.polars: lambda n: pl.Series([5] * n),
        guidon.pandas: lambda n: pd.Series([5] * n),
    }[module]
    return [
        [module.format_many, *([module.uuids_of] if module is guidon.pandas else [])],
        [module.parse_many, lambda one: module.parse_many(one, None, errors="null")],
        [lambda one: derive(one, key=KEY, data=numbers(len(one)))],
        [lambda one: derive(numbers(len(one)), key=KEY, data=one)],
    ]


def check(module, column, fates, helps):
    """Each call does what the README says. What helps stands in one of the errors."""
    said = []
    for some, fate in zip(calls(module), fates):
        for call in some:
            if fate == "yes":
                assert len(call(column)) == len(column)
                continue
            with pytest.raises(TypeError) as raised:
                call(column)
            said.append(str(raised.value))
    for name in ("times_of", "versions_of"):
        call = getattr(module, name)
        if "yes" in fates[:2]:
            assert len(call(column)) == len(column)
        else:
            with pytest.raises(TypeError):
                call(column)
    for words in helps:
        assert any(words in one for one in said), (words, said)
    return said


def names_of(cell):
    return re.findall("`([^`]+)`", cell)


def test_types_of_arrow():
    named = {
        name: (fates, helps)
        for cell, fates, helps in table("type of Arrow")
        for name in names_of(cell)
    }
    assert set(named) == set(ARROW)
    for name, (fates, helps) in named.items():
        for array in ARROW[name]:
            check(guidon.arrow, array, fates, helps)
            for given in (array[:0], pa.chunked_array([array])):
                check(guidon.arrow, given, fates, [])
    ids = {name[5:]: getattr(pa.lib, name) for name in dir(pa.lib) if name.startswith("Type_")}
    made = {array.type.id for arrays in ARROW.values() for array in arrays}
    assert {name for name, one in ids.items() if one not in made} == NOT_MADE


def test_dtypes_of_pandas():
    seen = []
    for cell, fates, helps in table("dtype of pandas"):
        found = [key for key in PANDAS if cell.startswith(key)]
        assert len(found) == 1, cell
        seen += found
        for series in PANDAS[found[0]]:
            check(guidon.pandas, series, fates, helps)
    assert sorted(seen) == sorted(PANDAS)


def test_every_dtype_of_pandas_is_in_the_table():
    from pandas.core.dtypes.base import _registry

    given = [series.dtype for some in PANDAS.values() for series in some]
    assert set(_registry.dtypes) == {
        type(one) for one in given if isinstance(one, pd.api.extensions.ExtensionDtype)
    }
    kinds = {one.kind for one in given if isinstance(one, np.dtype)}
    assert kinds == set("biufcmMO")  # a Series has no other dtype of NumPy
    for other in ("S3", "V3"):
        assert pd.Series(list(np.zeros(1, other))).dtype.kind == "O"


def test_types_of_polars():
    named = {}
    for cell, fates, helps in table("type of Polars"):
        if cell == "`Datetime` with a time zone":
            named["Datetime` with"] = fates, helps
        else:
            named.update(dict.fromkeys(names_of(cell), (fates, helps)))
    assert set(named) == set(POLARS)
    for name, (fates, helps) in named.items():
        for series in POLARS[name]:
            check(guidon.polars, series, fates, helps)
            check(guidon.polars, series[:0], fates, [])

    def leaves(one):
        return {one}.union(*map(leaves, one.__subclasses__())) if one.__subclasses__() else {one}

    abstract = {one for one in leaves(pl.DataType) if one.__subclasses__()}
    names = {one.__name__ for one in leaves(pl.DataType) - abstract}
    assert names == {re.split("`", name)[0] for name in POLARS} | NO_SERIES


@pytest.mark.parametrize(
    "helped, texts",
    [
        (lambda one: one.astype(one.cat.categories.dtype), pd.Series([str(ID)], dtype="category")),
        (
            lambda one: one.astype(pd.ArrowDtype(one.dtype.pyarrow_dtype.value_type)),
            arrow_dtype("dictionary")[0],
        ),
        (lambda one: pd.Series(list(one), one.index), arrow_dtype("run_end_encoded")[0]),
        (lambda one: one.sparse.to_dense(), pd.Series(pd.arrays.SparseArray([str(ID)]))),
        (lambda one: one.map(bytes.decode, na_action="ignore"), pd.Series([str(ID).encode()])),
    ],
)
def test_what_helps_in_pandas_helps(helped, texts):
    with pytest.raises(TypeError):
        guidon.pandas.parse_many(texts)
    assert guidon.pandas.uuids_of(guidon.pandas.parse_many(helped(texts))).tolist() == [ID]


def test_what_helps_with_times():
    naive = pd.Series([datetime.datetime(2026, 3, 1)])
    made = guidon.pandas.derive_many(naive.dt.tz_localize("UTC"), key=KEY, data=pd.Series([5]))
    assert made.tolist() == [guidon.derive(NOW, key=KEY, data=5).bytes]
    naive = pl.Series([datetime.datetime(2026, 3, 1)])
    made = guidon.polars.derive_many(
        naive.dt.replace_time_zone("UTC"), key=KEY, data=pl.Series([5])
    )
    assert made.to_list() == [guidon.derive(NOW, key=KEY, data=5).bytes]
    made = guidon.pandas.derive_many(pd.Series([5.0]).astype("Int64"), key=KEY, data=pd.Series([5]))
    assert made.tolist() == [guidon.derive(5, key=KEY, data=5).bytes]


@pytest.mark.parametrize("value", [b"", ID.bytes * 2, ID.bytes[:15]])
def test_binaries_of_another_length_are_named(value):
    says = f"item 1: .* has {len(value)} bytes, expected 16"
    for call in (guidon.pandas.uuids_of, guidon.pandas.format_many, guidon.pandas.times_of):
        with pytest.raises(ValueError, match=says):
            call(pd.Series([ID.bytes, value]))
    for call in (guidon.polars.format_many, guidon.polars.versions_of):
        with pytest.raises(ValueError, match=says):
            call(pl.Series([ID.bytes, value, b"x"]))
