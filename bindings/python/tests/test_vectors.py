# SPDX-License-Identifier: MIT
"""The shared vectors, by the functions of the package."""

import array
import datetime
import pickle
import re
import sys
import uuid

import pytest

import guidon
from guidon import _command_lines as reading
from vectors import FOLDER, parts_of, rows

sys.path.insert(0, str(FOLDER.parent / "support"))
from audits import KNOWN, duplicates_in, found_in, in_common, known_in

# Files whose rows no function of the package can express, and the others.
ELSEWHERE = {
    "bits": "test_bits.py runs these",
    "cipher": "the package gives no key stream",
    "hash": "the package gives no digest",
    "prefixed": "the package makes no ids with a prefix",
    "typeid": "test_vectors_classes.py runs these",
    "ulid": "test_vectors_classes.py runs these",
}
HERE = {
    "ambiguous",
    "audit",
    "bounds",
    "convert",
    "dce",
    "guid",
    "hashed",
    "initialisers",
    "keys",
    "kinds",
    "lenient",
    "names",
    "ncs",
    "oid",
    "orders",
    "reasons",
    "refuse",
    "text",
    "time_text",
    "times",
    "values",
}

# Parts of the others.
PARTS_ELSEWHERE = {
    ("bounds", "empty_ranges"): "the package has bounds of times, not of ranges",
    ("bounds", "ranges"): "the package has bounds of times, not of ranges",
    ("keys", "siphash"): "the package gives no hash",
    ("times", "fraction"): "a datetime has whole microseconds",
    ("times", "ticks_floor"): "a datetime has whole microseconds",
    ("times", "ticks_past_60_bits"): "no id holds these",
    ("times", "unix_ns"): "a row of ticks has the same time",
    ("values", "custom_parts"): "the meaning of these bits is a program's",
}
PARTS = {
    "ambiguous": {"ambiguous", "shapes"},
    "audit": {"audits", "documents", "duplicates"},
    "bounds": {"bounds", "typeids", "out_of_range"},
    "convert": {"v1_v6", "ulid_increment", "ulid_full", "ulid_as_v7"},
    "dce": {"ids"},
    "guid": {"images", "texts"},
    "hashed": {"hashed", "refused_integers", "refused_texts"},
    "initialisers": {"read"},
    "keys": {"mask", "encrypt", "derive", "pseudonym"},
    "kinds": {"kinds"},
    "lenient": {"read", "refused"},
    "names": {"ids", "variant_bits", "digests", "wrong"},
    "ncs": {"ids"},
    "oid": {"oids", "der_refused"},
    "orders": {"pairs", "keys"},
    "reasons": {"reasons"},
    "refuse": {"refused"},
    "text": {"figures", "names", "texts"},
    "time_text": {"parse", "format", "format_range", "refuse"},
    "times": {"ticks", "ticks_range", "unix_ms", "unix_ms_range"},
    "values": {"gregorian", "namespaces", "unix", "random", "custom", "node", "others"},
}


def octets(digits):
    return bytes.fromhex(digits)


def same(made, digits):
    """Is this object of the standard library's class, with these bytes?"""
    return type(made) is uuid.UUID and made.bytes == octets(digits)


def test_every_file_of_vectors_is_run_or_excused():
    assert {path.stem for path in FOLDER.glob("*.json")} == HERE | set(ELSEWHERE)
    assert HERE == set(PARTS)
    for name, parts in PARTS.items():
        excused = {part for file, part in PARTS_ELSEWHERE if file == name}
        assert parts | excused == set(parts_of(name)), name


NAMED = {3: guidon.uuid3, 5: guidon.uuid5, 8: guidon.uuid8_sha256}


@pytest.mark.parametrize("part", ["ids", "variant_bits"])
def test_names(part):
    for row in rows("names", part):
        space = uuid.UUID(row["namespace"])
        name = octets(row["name_hex"]) if "name_hex" in row else row["name"]
        assert same(NAMED[row["version"]](space, name), row["id"]), row
        if isinstance(name, str):
            assert same(NAMED[row["version"]](space, name.encode()), row["id"]), row


def test_digests():
    for row in rows("names", "digests"):
        assert same(guidon.uuid8_from_digest(octets(row["digest"])), row["id"]), row


def test_wrong_names():
    """What other libraries once made of a name is not what this package makes."""
    for row in rows("names", "wrong"):
        made = NAMED[row["version"]](uuid.UUID(row["namespace"]), row["name"])
        assert made.bytes != octets(row["wrong"]), row


def test_texts():
    for row in rows("text", "texts"):
        value = uuid.UUID(row["octets"])
        for form in set(guidon.forms) & row.keys():
            assert guidon.format(value, form) == row[form], (form, row)


def test_every_form_has_a_vector():
    seen = {form for row in rows("text", "texts") for form in row}
    assert set(guidon.forms) <= seen


def test_texts_are_read():
    for row in rows("text", "texts"):
        for form in set(guidon.forms) & row.keys():
            assert same(guidon.parse(row[form], form), row["octets"]), (form, row)
            assert guidon.detect(row[form], [form]).startswith(form.split("-")[0])


def test_other_names_of_forms():
    for row in rows("text", "names"):
        assert same(guidon.parse(row["text"], row["name"]), row["octets"]), row
        assert guidon.format(row["octets"], row["name"]) == row["text"], row


def test_figures():
    for row in rows("text", "figures"):
        value = guidon.parse(row["uuid"])
        assert same(value, row["octets"]), row
        assert f"{value.int:0128b}" == row["binary"], row
        assert guidon.format(value, "int") == row["int"], row


def test_initialisers():
    for row in rows("initialisers", "read"):
        for accept in [None, row["form"]]:
            assert same(guidon.parse(row["text"], accept), row["octets"]), row
        assert guidon.detect(row["text"]) == row["form"], row


def refused_at(row, accept=None, **options):
    """The offset at which the text of a row is refused."""
    with pytest.raises(guidon.ParseError) as raised:
        guidon.parse(row["text"], accept, **options)
    assert raised.value.reason
    return raised.value.offset


def wrong_character(row):
    """The offset of a row in characters; that of the row counts bytes of UTF-8."""
    text = row["text"]
    if text.isascii():
        return row["bad_at"]
    if row["form"] == "uuid" and len(text) < 36:
        return len(text)
    return next(at for at, character in enumerate(text) if not character.isascii())


def test_refused_texts():
    for row in rows("refuse", "refused"):
        assert refused_at(row, row["form"]) == wrong_character(row), row


def test_reasons_of_refused_texts():
    for row in rows("reasons", "reasons"):
        reason = ""
        try:
            guidon.parse(row["text"], row.get("forms"), lenient=row.get("lenient", False))
        except guidon.ParseError as error:
            reason = error.reason
        assert reason == row["reason"], row


def test_texts_whose_forms_need_their_names():
    for row in rows("ambiguous", "ambiguous"):
        with pytest.raises(guidon.ParseError) as raised:
            guidon.parse(row["text"])
        assert raised.value.offset == 0, row
        named = raised.value.reason.partition("be ")[2].partition(";")[0]
        assert re.split(", | or ", named) == row["forms"], row
        for form in row["forms"]:
            guidon.parse(row["text"], form)
    for row in rows("ambiguous", "shapes"):
        assert same(guidon.parse(row["text"]), row["octets"]), row
        assert guidon.detect(row["text"]) == row["form"], row
        for form in row["also"]:
            guidon.parse(row["text"], form)


def test_lenient_reading():
    every = guidon.forms
    for row in rows("lenient", "read"):
        assert same(guidon.parse(row["text"], every, lenient=True), row["octets"]), row
        assert guidon.detect(row["text"], every, lenient=True) == row["form"], row
        if "status" in row:
            assert refused_at(row, every) == row["bad_at"], row
        else:
            assert same(guidon.parse(row["text"], every), row["octets"]), row
    for row in rows("lenient", "refused"):
        assert refused_at(row, every, lenient=True) == row["bad_at"], row


def test_kinds():
    """The text of a ULID is a ULID, whatever its bytes look like."""
    for row in rows("kinds", "kinds"):
        found = reading.read(row["text"])
        assert (found.id.bytes.hex(), found.kind) == (row["octets"], row["kind"]), row
        values = [row["text"]]
        values.append(guidon.ULID(row["text"]) if row["kind"] == "ulid" else found.id)
        for value in values:
            assert guidon.version_of(value) == row["version"], (value, row)
            if row["ns"] is None:
                with pytest.raises(ValueError, match="holds no time|has no time"):
                    guidon.time_ns_of(value)
            else:
                assert guidon.time_ns_of(value) == int(row["ns"]), (value, row)


def test_versions_1_and_6():
    for row in rows("convert", "v1_v6"):
        assert same(guidon.v1_to_v6(row["v1"]), row["v6"]), row
        assert same(guidon.v6_to_v1(row["v6"]), row["v1"]), row


def test_converted_ulids():
    for row in rows("convert", "ulid_increment"):
        assert same(guidon.ULID(octets(row["ulid"])).next().uuid, row["next"]), row
    for row in rows("convert", "ulid_full"):
        with pytest.raises(OverflowError):
            guidon.ULID(octets(row["ulid"])).next()
    for row in rows("convert", "ulid_as_v7"):
        assert same(guidon.ulid_as_v7(octets(row["ulid"])), row["v7"]), row


def test_microsoft():
    for row in rows("guid", "images"):
        image = octets(row["guid_octets"])
        assert guidon.to_guid_bytes(row["uuid"]) == image, row
        assert same(guidon.from_guid_bytes(image), row["octets"]), row
    for row in rows("guid", "texts"):
        written = guidon.format(row["octets"], row["form"])
        assert written.lower() == row["text"].lower(), row
        assert same(guidon.parse(row["text"], row["form"]), row["octets"]), row


def test_object_identifiers():
    for row in rows("oid", "oids"):
        value = guidon.parse(row["uuid"])
        assert guidon.format(value, "oid") == row["oid"], row
        assert guidon.format(value, "urn-oid") == row["urn"], row
        assert guidon.to_oid_der(value) == octets(row["der"]), row
        assert same(guidon.from_oid_der(octets(row["der"])), row["octets"]), row
    for row in rows("oid", "der_refused"):
        with pytest.raises(guidon.ParseError) as raised:
            guidon.from_oid_der(octets(row["der"]))
        assert raised.value.offset == row["bad_at"], row


def test_orders():
    for row in rows("orders", "pairs"):
        below, above = (guidon.sort_key(row[name], row["order"]) for name in ["below", "above"])
        assert below < above, row
    for row in rows("orders", "keys"):
        assert guidon.sort_key(row["id"], row["order"]) == octets(row["key"]), row
        assert same(guidon.from_sort_key(octets(row["key"]), row["order"]), row["id"]), row


@pytest.mark.parametrize(
    "part, hide, show, hidden",
    [
        ("mask", guidon.mask, guidon.unmask, "masked"),
        ("encrypt", guidon.encrypt, guidon.decrypt, "encrypted"),
    ],
)
def test_keys(part, hide, show, hidden):
    for row in rows("keys", part):
        assert same(hide(row["v7"], octets(row["key"])), row[hidden]), row
        assert same(show(row[hidden], octets(row["key"])), row["v7"]), row


def test_pseudonyms():
    for row in rows("keys", "pseudonym"):
        assert same(guidon.pseudonym(row["id"], octets(row["key"])), row["pseudonym"]), row


def value_of(row):
    """The value of a row of hashed.json."""
    if row["type"] == "integer":
        return int(row["value"])
    return octets(row["value"]) if row["type"] == "bytes" else row["value"]


def test_what_is_hashed():
    for row in rows("hashed", "hashed"):
        value, key, space = value_of(row), octets(row["key"]), octets(row["namespace"])
        values = [value, octets(row["data"])]
        if row["type"] == "bytes":
            values += [bytearray(value), memoryview(value), array.array("B", value)]
            if len(value) == 16:
                values += [uuid.UUID(bytes=value), guidon.ULID(value)]
        for one in values:
            assert same(guidon.derive(row["unix_ms"], key=key, data=one), row["derived"]), (
                one,
                row,
            )
            made = guidon.derive_many(
                array.array("q", [row["unix_ms"]] * 2), key=key, data=[one, one]
            )
            assert made.hex() == row["derived"] * 2, (one, row)
            if isinstance(one, (bytes, str)):
                assert same(guidon.uuid5(space, one), row["v5"]), (one, row)


def test_what_is_not_hashed():
    key = bytes(32)
    for row in rows("hashed", "refused_integers"):
        with pytest.raises(ValueError, match=r"-2\*\*63 to 2\*\*63 - 1 .* to str first"):
            guidon.derive(0, key=key, data=int(row["value"]))
    for row in rows("hashed", "refused_texts"):
        if "utf16" not in row:
            continue  # a str has no bytes to be wrong
        text = octets(row["utf16"]).decode("utf-16-be", "surrogatepass")
        for call in (
            lambda: guidon.derive(0, key=key, data=text),
            *(lambda make=make: make(guidon.NIL, text) for make in NAMED.values()),
        ):
            with pytest.raises(UnicodeEncodeError, match="surrogates not allowed"):
                call()


def test_derived():
    for row in rows("keys", "derive"):
        made = guidon.derive(row["unix_ms"], key=octets(row["key"]), data=octets(row["data"]))
        assert same(made, row["id"]), row


EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def at(row, name=""):
    """The time of a row as a datetime, rounded down to microseconds."""
    return EPOCH + datetime.timedelta(
        seconds=row[f"{name}seconds"], microseconds=row[f"{name}nanoseconds"] // 1000
    )


def check_time(value, row):
    nanoseconds = row["seconds"] * 10**9 + row["nanoseconds"]
    assert guidon.time_ns_of(value) == nanoseconds, row
    assert guidon.ms_of(value) == nanoseconds // 10**6, row
    if row["seconds"] < 253402300800:  # the year 10000
        assert guidon.time_of(value) == at(row), row


VARIANTS = {
    "rfc": uuid.RFC_4122,
    "ncs": uuid.RESERVED_NCS,
    "microsoft": uuid.RESERVED_MICROSOFT,
    "future": uuid.RESERVED_FUTURE,
}


@pytest.mark.parametrize("part", sorted(PARTS["values"]))
def test_values(part):
    for row in rows("values", part):
        value = guidon.parse(row["octets"])
        assert same(value, row["octets"]), row
        assert (guidon.version_of(value) or 0) == row["version"], row
        assert value.variant == VARIANTS[row["variant"]], row
        for function, wanted in [
            (guidon.ticks_of, int(row["ticks"]) if "ticks" in row else None),
            (guidon.clock_seq_of, row.get("clock_seq")),
            (guidon.node_of, int(row["node"], 16) if "node" in row and part != "node" else None),
        ]:
            if wanted is not None:
                assert function(value) == wanted, row
            else:
                with pytest.raises(ValueError):
                    function(value)
        if "seconds" in row:
            check_time(value, row)
        else:
            with pytest.raises(ValueError):
                guidon.time_of(value)


def test_made_from_fields():
    """The library takes the time from its clock, so all other fields are compared."""
    for row in rows("values", "gregorian") + rows("values", "namespaces"):
        maker = {1: guidon.uuid1, 6: guidon.uuid6}[row["version"]]
        made = maker(int(row["node"], 16), row["clock_seq"])
        assert made.bytes[8:] == octets(row["octets"])[8:], row
    for row in rows("values", "custom"):
        bits = int(row["custom"], 16)
        made = guidon.uuid8(bits >> 80, bits >> 64, bits)
        assert same(made, row["octets"]), row


def test_version_2():
    for row in rows("dce", "ids"):
        value = guidon.parse(row["octets"])
        assert guidon.version_of(value) == 2, row
        assert guidon.clock_seq_of(value) == row["clock_seq"], row
        assert guidon.node_of(value) == int(row["node"], 16), row
        with pytest.raises(ValueError, match="version 2 has no time"):
            guidon.time_of(value)


def test_ncs():
    for row in rows("ncs", "ids"):
        value = guidon.parse(row["text"])
        assert same(value, row["octets"]) and str(value) == row["uuid"], row
        assert guidon.format(value, "ncs") == row["text"], row


def v1_of(ticks):
    return uuid.UUID(
        fields=(ticks & 0xFFFFFFFF, ticks >> 32 & 0xFFFF, ticks >> 48 | 0x1000, 0x80, 0, 0)
    )


def test_ticks():
    for row in rows("times", "ticks"):
        value = v1_of(int(row["ticks"]))
        assert guidon.ticks_of(value) == int(row["ticks"]), row
        check_time(value, row)
        if row["nanoseconds"] % 1000 == 0:
            for kind in ["v1", "v6"]:
                bound = guidon.floor(kind, at(row))
                assert guidon.ticks_of(bound) == int(row["ticks"]), row


def test_times_that_no_tick_holds():
    for row in rows("times", "ticks_range"):
        later = row["seconds"] > 0
        time = at(row) + datetime.timedelta(microseconds=1 if later else 0)
        for bound in [guidon.floor, guidon.ceil]:
            with pytest.raises(ValueError, match="1582-10-15 to 5236-03-31"):
                bound("v6", time)


def ns_of(row):
    return int(row["seconds"]) * 10**9 + row["nanoseconds"]


def test_texts_of_times():
    for row in rows("time_text", "parse"):
        assert guidon.time_parse(row["text"]) == ns_of(row), row
    for row in rows("time_text", "format"):
        assert guidon.time_format(ns_of(row), row["digits"]) == row["text"], row
    for row in rows("time_text", "format_range"):
        with pytest.raises(ValueError, match="before the year 0 or after 999999"):
            guidon.time_format(ns_of(row))


def test_texts_that_are_no_times():
    for row in rows("time_text", "refuse"):
        with pytest.raises(guidon.ParseError) as caught:
            guidon.time_parse(row["text"])
        before = row["text"].encode()[: row["bad_at"]].decode()
        assert caught.value.offset == len(before), row


UNIX_1970 = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def time_of_row(row):
    """The time of a row of bounds.json as a datetime or an int, or None if neither has its
    unit or a datetime does not reach it."""
    if row["unit"] == "ms":
        return int(row["time"])
    if row["unit"] != "us":
        return None
    try:
        return UNIX_1970 + datetime.timedelta(microseconds=int(row["time"]))
    except OverflowError:
        return None


PYTHON_KIND = {kind: kind for kind in ("v1", "v6", "v7", "ulid")}


def test_bounds():
    units = set()
    for row in rows("bounds", "bounds"):
        time, kind = time_of_row(row), PYTHON_KIND[row["kind"]]
        if time is not None:
            units.add((row["unit"], kind))
            assert same(guidon.floor(kind, time), row["first"]), row
            assert same(guidon.ceil(kind, time), row["last"]), row
        if time is not None and kind == "ulid":
            assert guidon.ULID.floor(time).bytes == octets(row["first"]), row
            assert guidon.ULID.ceil(time).bytes == octets(row["last"]), row
    assert units == {(unit, kind) for unit in ["ms", "us"] for kind in PYTHON_KIND.values()}
    for row in rows("bounds", "out_of_range"):
        for bound in [guidon.floor, guidon.ceil]:
            with pytest.raises(ValueError, match="holds the times"):
                bound(PYTHON_KIND[row["kind"]], time_of_row(row))


def test_bounds_with_a_prefix():
    for row in rows("bounds", "typeids"):
        first = guidon.floor("v7", time_of_row(row))
        last = guidon.ceil("v7", time_of_row(row))
        assert same(first, row["first"]) and same(last, row["last"]), row
        made = [str(guidon.TypeID.from_uuid(value, row["prefix"])) for value in [first, last]]
        assert made == [row["first_text"], row["last_text"]], row


def test_milliseconds():
    for row in rows("times", "unix_ms"):
        for kind in ["v7", "ulid"]:
            bound = guidon.floor(kind, row["unix_ms"])
            assert bound.int >> 80 == row["unix_ms"], row
            assert guidon.ceil(kind, row["unix_ms"]).int >> 80 == row["unix_ms"], row
        check_time(guidon.uuid7_at(row["unix_ms"]), row)
    for row in rows("times", "unix_ms_range"):
        ms = (row["seconds"] * 10**9 + row["nanoseconds"]) // 10**6
        for call in [lambda: guidon.floor("v7", ms), lambda: guidon.uuid7_at(ms)]:
            with pytest.raises(ValueError, match="1970 to 10889"):
                call()


def report_of(audit):
    """What an audit has counted, with the names of a database's guidon_audit."""
    return {
        "rows": audit.ids,
        "kinds": audit.kinds,
        "out_of_order": audit.out_of_order,
        **{name: getattr(audit, name) for name in KNOWN},
        "weak_bits": [
            {"kind": kind, "bit": bit} for kind, bits in audit.weak_bits.items() for bit in bits
        ],
    }


def ns(time):
    return time and time["seconds"] * 10**9 + time["nanoseconds"]


def check_audit(audit, row, want):
    assert found_in(report_of(audit)) == want, row["why"]
    assert (audit.timed, audit.earliest_ns, audit.latest_ns) == (
        row["timed"],
        ns(row["earliest"]),
        ns(row["latest"]),
    ), row["why"]


def test_audits():
    for row in rows("audit", "audits"):
        digits, want = in_common(row)
        ids = [octets(one) for one in digits]
        one_by_one, at_once = guidon.Audit(), guidon.Audit()
        for one in ids:
            one_by_one.add(one, ulid=row["ulid"])
        at_once.add_many(b"".join(ids), ulid=row["ulid"])
        check_audit(one_by_one, row, want)
        check_audit(at_once, row, want)


def test_merged_audits():
    """Each part counts its own order."""
    for row in rows("audit", "audits"):
        digits, want = in_common(row)
        ids = [octets(one) for one in digits]
        whole = guidon.Audit()
        for part in ids[0::3], ids[1::3], ids[2::3]:
            audit = guidon.Audit()
            audit.add_many(b"".join(part), ulid=row["ulid"])
            whole.merge(audit)
            want["out_of_order"] += audit.out_of_order
        want["out_of_order"] -= row["out_of_order"]
        check_audit(whole, row, want)


def test_documents():
    for row in rows("audit", "documents"):
        audit = guidon.Audit(distinct=1_000_000 if row["counted"] else 0)
        audit.add_many(b"".join(map(octets, row["ids"])))
        assert audit.json() == row["json"], row["why"]


def test_duplicates():
    for row in rows("audit", "duplicates"):
        digits, distinct, want = duplicates_in(row)
        audit = guidon.Audit(distinct=distinct)
        audit.add_many(b"".join(map(octets, digits)))
        assert known_in(report_of(audit)) == want, row["why"]
        assert pickle.loads(pickle.dumps(audit)) == audit
