# SPDX-License-Identifier: MIT
"""The tests of tests/vectors that a binding shares with others, by its fixture `binding`.

A binding's test_vectors.py imports the tests whose functions it has, and adds those that
no other has. Its fixture `binding` is a Binding, which calls one function of the
library by its name in CONTRIBUTING.md and translates the values: an id is a uuid.UUID, a
time a Time, and whatever is none is None."""

import json
import pathlib
import sys
import typing
import uuid

from vectors import FOLDER, parts_of, rows

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "bits"))
import check
from audits import duplicates_in, found_in, in_common, known_in

NAMED = {3: "v3", 5: "v5", 8: "v8_sha256"}
# The forms of which a text has one reading.
PLAIN = ("uuid", "uuid-upper", "hex", "braces", "urn", "oid", "ulid")


class Time(typing.NamedTuple):
    """A time since 1970 in a unit."""
    count: int
    unit: str

    def ns(self):
        return self.count * {"ms": 10**6, "us": 1000, "ns": 1}[self.unit]


class Binding:
    """What the shared tests ask of a binding.

    call(function, *values)   what a function gives
    parse(text, *form)        the id of a text, or None if the binding refuses it
    reason(text, *forms, lenient=False)
                              why it refuses a text, "" if it does not, and None if its
                              functions do not read so
    describe(text, *forms, lenient=False)
                              what a text could be, and None if its functions do not say so
    times(time)               the values that are this time, for each type that has it
    data(row)                 the values that are the value of a row of hashed.json
    names(value)              whether v3, v5 and v8_sha256 take this value as a name
    field(name, id)           a field of FIELDS
    audit(ids, ulid=False, distinct=None)
                              the report of these ids in hex
    document(ids, distinct)   that report, as JSON if the binding gives it
    made(way, n)              `n` ids as integers, by a way of bits.json
    """

    NAME = ""          # its name in bits.json
    FIELDS = ()        # members of fields_of()
    BOUNDS = {}        # for each kind, the functions of the first and the last id
    UNITS = ()         # the units of bounds.json that its times have, its own first
    AUDIT_HEAD = ()    # the members of a document before those of the library
    LACKS = ()         # what other bindings have


class Sql(str):
    """An expression of SQL, in the place of a value."""


class Database(Binding):
    """A binding whose functions have their names with guidon_ before them. It has
    marks(value), the expression with the parameters of a value, and one(query, *parameters),
    the only value of a query."""

    def call(self, function, *values):
        marks, parameters = [], []
        for value in values:
            if not isinstance(value, Sql):
                value, given = self.mark(value)
                parameters.append(given)
            marks.append(value)
        return self.one(f"SELECT guidon_{function}({', '.join(marks)})", *parameters)

    def field(self, name, id_):
        return self.call(f"{name}_of", id_)

    def parse(self, text, *form):
        return self.call("parse", text, *form)

    def document(self, ids, distinct):
        return self.audit(ids, distinct=distinct)

    def check_out_of_range(self, function, time, side):
        """A bound that no id can have is before or after all ids."""
        assert self.call(function, time).hex == ("0" if side == "before" else "f") * 32

    def reason(self, text, *forms, lenient=False):
        if lenient or len(forms) > 1:
            return None
        return self.call("parse_reason", text, *forms) or ""

    def describe(self, text, *forms, lenient=False):
        return None if forms or lenient else self.call("describe", text)


def reads(**files):
    """Say which parts of which files a test reads, so that none is forgotten."""
    def mark(test):
        test.reads = {name: set(parts.split()) for name, parts in files.items()}
        return test
    return mark


def octets(digits):
    return bytes.fromhex(digits.replace("-", ""))


def ns_of(row):
    return int(row["seconds"]) * 10**9 + row["nanoseconds"]


def test_every_file_of_vectors_is_run_or_excused(request):
    """ELSEWHERE of the module has the other files. If it has PARTS_ELSEWHERE, these are
    the other parts of the files that it reads."""
    module, here = request.module, {}
    for test in vars(module).values():
        for name, parts in getattr(test, "reads", {}).items():
            here.setdefault(name, set()).update(parts)
    assert here.keys() ^ module.ELSEWHERE.keys() == {path.stem for path in FOLDER.glob("*.json")}
    for name, parts in here.items():
        assert parts <= set(parts_of(name)), name
        if hasattr(module, "PARTS_ELSEWHERE"):
            others = {part for file, part in module.PARTS_ELSEWHERE if file == name}
            assert parts ^ others == set(parts_of(name)), name


@reads(bits="regimes")
def test_random_bits(binding):
    for row, way in check.regimes(FOLDER / "bits.json", binding.NAME):
        assert check.judge(row, binding.made(way, check.number_of_ids(row))) == [], (way, row)


@reads(names="ids variant_bits")
def test_names(binding):
    for row in rows("names", "ids") + rows("names", "variant_bits"):
        given = [octets(row["name_hex"])] if "name_hex" in row else [
            row["name"].encode(), row["name"]]
        for name in given:
            assert binding.call(NAMED[row["version"]], uuid.UUID(row["namespace"]), name) == \
                uuid.UUID(row["id"]), (name, row)


@reads(text="texts")
def test_texts(binding):
    for row in rows("text", "texts"):
        id_ = uuid.UUID(row["octets"])
        for form in row.keys() - {"why", "octets"}:
            assert binding.call("format", id_, form) == row[form], (form, row)
            assert binding.parse(row[form], form) == id_, (form, row)
        for form in PLAIN:
            assert binding.parse(row[form]) == id_, (form, row)


@reads(draft="texts short errors")
def test_texts_of_the_draft(binding):
    """The draft prints some forms in the other case."""
    texts = [(row["octets"], *of) for row in rows("draft", "texts") for of in row["texts"].items()]
    for row in rows("draft", "short") + rows("draft", "errors"):
        id_, form, text = uuid.UUID(row["octets"]), row["form"], row["draft"]
        assert binding.reason(text, form) != "" or binding.parse(text, form) != id_, row
        texts.append((row["octets"], form, row["text"]))
    for octets_, form, text in texts:
        assert binding.parse(text, form) == uuid.UUID(octets_), (form, text)
        assert binding.call("format", uuid.UUID(octets_), form) in (text, text.lower()), form


@reads(text="names")
def test_other_names_of_forms(binding):
    for row in rows("text", "names"):
        assert binding.parse(row["text"], row["name"]) == uuid.UUID(row["octets"]), row
        assert binding.call("format", uuid.UUID(row["octets"]), row["name"]) == row["text"], row


@reads(initialisers="read")
def test_initialisers(binding):
    for row in rows("initialisers", "read"):
        for forms in [(), (row["form"],)]:
            assert binding.parse(row["text"], *forms) == uuid.UUID(row["octets"]), (forms, row)


@reads(refuse="refused")
def test_refused_texts(binding):
    for row in rows("refuse", "refused"):
        form = () if row["form"] == "any" else (row["form"],)
        assert binding.parse(row["text"], *form) is None, row


@reads(reasons="reasons")
def test_reasons_of_refused_texts(binding):
    for row in rows("reasons", "reasons"):
        said = binding.reason(row["text"], *row.get("forms", ()),
                              lenient=row.get("lenient", False))
        assert said in (row["reason"], None), row


@reads(described="described")
def test_descriptions(binding):
    for row in rows("described", "described"):
        said = binding.describe(row["text"], *row.get("forms", ()),
                                lenient=row.get("lenient", False))
        assert said in (row["json"], None), row


@reads(ambiguous="ambiguous shapes")
def test_texts_whose_forms_need_their_names(binding):
    for row in rows("ambiguous", "ambiguous"):
        assert binding.parse(row["text"]) is None, row
        for form in row["forms"]:
            assert binding.parse(row["text"], form) is not None, (form, row)
    for row in rows("ambiguous", "shapes"):
        assert binding.parse(row["text"]) == uuid.UUID(row["octets"]), row
        for form in row["also"]:
            assert binding.parse(row["text"], form) is not None, (form, row)


@reads(convert="v1_v6")
def test_versions_1_and_6(binding):
    for row in rows("convert", "v1_v6"):
        v1, v6 = uuid.UUID(row["v1"]), uuid.UUID(row["v6"])
        assert (binding.call("v1_to_v6", v1), binding.call("v6_to_v1", v6)) == (v6, v1), row


@reads(keys="mask encrypt")
def test_keys(binding):
    for part, there, back, hidden in [("mask", "mask", "unmask", "masked"),
                                      ("encrypt", "encrypt", "decrypt", "encrypted")]:
        for row in rows("keys", part):
            id_, want, key = uuid.UUID(row["v7"]), uuid.UUID(row[hidden]), octets(row["key"])
            assert binding.call(there, id_, key) == want, row
            assert binding.call(back, want, key) == id_, row


@reads(keys="derive")
def test_derived(binding):
    for row in rows("keys", "derive"):
        for time in binding.times(Time(row["unix_ms"], "ms")):
            assert binding.call("derive", time, octets(row["key"]), octets(row["data"])) == \
                uuid.UUID(row["id"]), (time, row)


@reads(hashed="hashed")
def test_what_is_hashed(binding):
    """A value is hashed as its bytes are, in each type and by each function."""
    for row in rows("hashed", "hashed"):
        space, key, data = (octets(row[name]) for name in ("namespace", "key", "data"))
        (*_, time), space = binding.times(Time(row["unix_ms"], "ms")), uuid.UUID(bytes=space)
        for value in [data, *binding.data(row)]:
            assert binding.call("derive", time, key, value) == uuid.UUID(row["derived"]), \
                (value, row)
            for function in NAMED.values() if binding.names(value) else ():
                found = binding.call(function, space, value)
                assert found == binding.call(function, space, data), (function, value, row)
                assert found == uuid.UUID(row["v5"]) or function != "v5", (value, row)


def fields_of(row, part):
    """The fields of a row of values.json; the node of version 8 is no node of version 1."""
    ns = ns_of(row) if "seconds" in row else None
    return {"version": row["version"], "variant": row["variant"],
            "ticks": int(row["ticks"]) if "ticks" in row else None,
            "clock_seq": row.get("clock_seq"),
            "node": int(row["node"], 16) if "node" in row and part != "node" else None,
            **{unit: ns if ns is None else ns // Time(1, unit).ns() for unit in ("ns", "us", "ms")}}


@reads(values="gregorian namespaces unix random custom node others")
def test_fields(binding):
    for part in ("gregorian", "namespaces", "unix", "random", "custom", "node", "others"):
        for row in rows("values", part):
            want = fields_of(row, part)
            found = {name: binding.field(name, uuid.UUID(row["octets"])) for name in binding.FIELDS}
            found["version"] = found["version"] or 0
            assert found == {name: want[name] for name in binding.FIELDS}, row


def report_of(binding, *arguments, **options):
    report = binding.audit(*arguments, **options)
    return json.loads(report) if isinstance(report, str) else report


@reads(audit="audits")
def test_audits(binding):
    """A binding without the audit of ULIDs reads every id as a UUID."""
    for row in rows("audit", "audits"):
        if not row["ulid"] or "audit of ULIDs" not in binding.LACKS:
            ids, want = in_common(row)
            assert found_in(report_of(binding, ids, ulid=row["ulid"])) == want, row["why"]


@reads(audit="duplicates")
def test_duplicates(binding):
    for row in rows("audit", "duplicates"):
        ids, distinct, want = duplicates_in(row)
        assert known_in(report_of(binding, ids, distinct=distinct)) == want, row["why"]


@reads(audit="documents")
def test_documents(binding):
    """The text of the library, behind the counts of a database's rows; or its object."""
    for row in rows("audit", "documents"):
        got = binding.document(row["ids"], 1_000_000 if row["counted"] else 0)
        head = {name: len(row["ids"]) if name == "rows" else 0 for name in binding.AUDIT_HEAD}
        want = {**head, **json.loads(row["json"])}
        if isinstance(got, str):
            want = json.dumps(head, separators=(",", ":"))[:-1] + "," * bool(head) + row["json"][1:]
        assert got == want, row["why"]


def rows_of_bounds(binding, part):
    """The rows whose kind and unit a binding has."""
    found = [row for row in rows("bounds", part)
             if row.get("kind", "v7") in binding.BOUNDS and row["unit"] in binding.UNITS]
    kinds = {row.get("kind", "v7") for row in found}
    assert kinds == set(binding.BOUNDS) if part == "bounds" else kinds
    return found


def times_of(binding, row, member="time"):
    return binding.times(Time(int(row[member]), row["unit"]))


@reads(bounds="bounds typeids out_of_range")
def test_bounds(binding):
    for row in rows_of_bounds(binding, "bounds"):
        for time in times_of(binding, row):
            for function, end in zip(binding.BOUNDS[row["kind"]], ("first", "last")):
                assert binding.call(function, time) == uuid.UUID(row[end]), (time, row)
    for row in rows_of_bounds(binding, "typeids") if "typeid" not in binding.LACKS else ():
        for time in times_of(binding, row):
            for function, end in zip(binding.BOUNDS["v7"], ("first_text", "last_text")):
                assert binding.call("typeid", row["prefix"], binding.call(function, time)) == \
                    row[end], (time, row)
    for row in rows_of_bounds(binding, "out_of_range"):
        for time in times_of(binding, row):
            for function in binding.BOUNDS[row["kind"]]:
                binding.check_out_of_range(function, time, row["side"])


@reads(bounds="ranges empty_ranges")
def test_half_open_ranges(binding):
    """A half-open range, as the README writes it, has the ids whose time is in it."""
    tested = 0
    for row in rows_of_bounds(binding, "ranges") + rows_of_bounds(binding, "empty_ranges"):
        if (row["lower_inclusive"], row["upper_inclusive"]) != (1, 0) or \
                not {"lower", "upper"} <= row.keys() or row["unit"] == "ns":
            continue
        low, high = (times_of(binding, row, end)[-1] for end in ("lower", "upper"))
        for inside in (True, False):
            for digits in row.get("inside" if inside else "outside", []):
                assert binding.in_range(uuid.UUID(digits), low, high) == inside, (row, digits)
        tested += 1
    assert tested > 10


@reads(prefixed="ids fractions")
def test_ids_of_the_vectors_read_back(binding):
    for row in rows("prefixed", "ids") + rows("prefixed", "fractions"):
        id_, bits = uuid.UUID(row["octets"]), row["prefix_bits"]
        assert binding.call("v8_prefix_of", id_, bits) == row["prefix"], row
        assert binding.prefixed_time_is(id_, bits, ns_of(row)), row


@reads(prefixed="bounds")
def test_bounds_of_the_vectors(binding):
    """A bound of a binding's time is that of its first or last nanosecond."""
    unit = binding.UNITS[0]
    for row in rows("prefixed", "bounds"):
        count, rest = divmod(ns_of(row), Time(1, unit).ns())
        for part, when in ("floor", 0), ("ceil", Time(1, unit).ns() - 1):
            if rest == when:
                (*_, time) = binding.times(Time(count, unit))
                assert binding.call(f"v8_{part}", time, row["prefix"], row["prefix_bits"]) == \
                    uuid.UUID(row[part]), row


@reads(prefixed="shards")
def test_shards_of_the_vectors(binding):
    for row in rows("prefixed", "shards"):
        data = octets(row["data"])
        is_text = row["why"] == "UTF-8" or data.isascii() and b"\0" not in data
        for value in [data, data.decode()] if is_text else [data]:
            assert binding.call("shard_of", value, row["shard_bits"]) == row["shard"], (value, row)
