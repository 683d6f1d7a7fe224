# SPDX-License-Identifier: MIT
"""The shared vectors, by the functions of the package."""

import datetime
import json
import re
import uuid

import pytest

import guidon
from audits import found_in, in_common
from binding import EPOCH, Python, report_of
from vector_tests import (  # noqa: F401
    NAMED,
    ns_of,
    octets,
    reads,
    test_bounds,
    test_bounds_of_the_vectors,
    test_derived,
    test_descriptions,
    test_documents,
    test_duplicates,
    test_every_file_of_vectors_is_run_or_excused,
    test_fields,
    test_ids_of_the_vectors_read_back,
    test_initialisers,
    test_keys,
    test_names,
    test_other_names_of_forms,
    test_random_bits,
    test_reasons_of_refused_texts,
    test_shards_of_the_vectors,
    test_texts,
    test_texts_of_the_draft,
    test_texts_whose_forms_need_their_names,
    test_versions_1_and_6,
    test_what_is_hashed,
)
from vectors import rows

# Files whose rows no function of the package can express, and the others.
ELSEWHERE = {
    "causes": "the tool names and repairs causes",
    "cipher": "the package gives no key stream",
    "alias": "test_alias.py runs these",
    "find": "test_idset.py runs these",
    "hash": "the package gives no digest",
    "typeid": "test_vectors_classes.py runs these",
    "ulid": "test_vectors_classes.py runs these",
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


def same(made, digits):
    """Is this object of the standard library's class, with these bytes?"""
    return type(made) is uuid.UUID and made.bytes == octets(digits)


@pytest.fixture
def binding():
    return Python()


@reads(key_rings="rings")
def test_key_rings():
    for row in rows("key_rings", "rings"):
        for text in (row["text"], row["text"].encode(), bytearray(row["text"].encode())):
            ring = guidon.KeyRing(text)
            assert ring.current == row["current"], row
            assert list(ring) == row["numbers"], row
            assert [ring[number].hex() for number in ring] == row["keys"], row


@reads(key_rings="damaged")
def test_damaged_key_rings(tmp_path):
    for row in rows("key_rings", "damaged"):
        with pytest.raises(ValueError, match=f"^{re.escape(row['reason'])}$"):
            guidon.KeyRing(row["text"])
        path = tmp_path / "ring"
        path.write_bytes(row["text"].encode())
        with pytest.raises(ValueError, match=f"^{re.escape(str(path) + ': ' + row['reason'])}$"):
            guidon.KeyRing.read(path)


@reads(names="digests")
def test_digests():
    for row in rows("names", "digests"):
        assert same(guidon.uuid8_from_digest(octets(row["digest"])), row["id"]), row


@reads(names="wrong")
def test_wrong_names(binding):
    """What other libraries once made of a name is not what this package makes."""
    for row in rows("names", "wrong"):
        made = binding.call(NAMED[row["version"]], uuid.UUID(row["namespace"]), row["name"])
        assert made.bytes != octets(row["wrong"]), row


def test_every_form_has_a_vector():
    seen = {form for row in rows("text", "texts") for form in row}
    assert set(guidon.forms) <= seen


def test_forms_are_detected():
    for row in rows("text", "texts"):
        for form in row.keys() - {"why", "octets"}:
            assert guidon.detect(row[form], [form]).startswith(form.split("-")[0]), row
    for row in rows("initialisers", "read") + rows("ambiguous", "shapes"):
        assert guidon.detect(row["text"]) == row["form"], row
    for row in rows("ambiguous", "ambiguous"):
        with pytest.raises(guidon.ParseError) as raised:
            guidon.parse(row["text"])
        assert raised.value.offset == 0, row
        named = raised.value.reason.partition("be ")[2].partition(";")[0]
        assert re.split(", | or ", named) == row["forms"], row


@reads(text="figures")
def test_figures():
    for row in rows("text", "figures"):
        value = guidon.parse(row["uuid"])
        assert same(value, row["octets"]), row
        assert f"{value.int:0128b}" == row["binary"], row
        assert guidon.format(value, "int") == row["int"], row


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


@reads(refuse="refused")
def test_refused_texts():
    for row in rows("refuse", "refused"):
        assert refused_at(row, row["form"]) == wrong_character(row), row


@reads(lenient="read refused")
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


@reads(kinds="kinds")
def test_kinds():
    """The text of a ULID is a ULID, whatever its bytes look like."""
    for row in rows("kinds", "kinds"):
        described = json.loads(guidon.describe_json(row["text"]))[0]
        assert described["kind"] == row["kind"], row
        found = guidon.parse(row["text"])
        assert found.bytes.hex() == row["octets"], row
        values = [row["text"]]
        values.append(guidon.ULID(row["text"]) if row["kind"] == "ulid" else found)
        for value in values:
            assert guidon.version_of(value) == row["version"], (value, row)
            if row["ns"] is None:
                with pytest.raises(ValueError, match="holds no time|has no time"):
                    guidon.time_ns_of(value)
            else:
                assert guidon.time_ns_of(value) == int(row["ns"]), (value, row)


@reads(convert="ulid_increment ulid_full ulid_as_v7")
def test_converted_ulids():
    for row in rows("convert", "ulid_increment"):
        assert same(guidon.ULID(octets(row["ulid"])).next().uuid, row["next"]), row
    for row in rows("convert", "ulid_full"):
        with pytest.raises(OverflowError):
            guidon.ULID(octets(row["ulid"])).next()
    for row in rows("convert", "ulid_as_v7"):
        assert same(guidon.ulid_as_v7(octets(row["ulid"])), row["v7"]), row


@reads(guid="images texts")
def test_microsoft():
    for row in rows("guid", "images"):
        image = octets(row["guid_octets"])
        assert guidon.to_guid_bytes(row["uuid"]) == image, row
        assert same(guidon.from_guid_bytes(image), row["octets"]), row
    for row in rows("guid", "texts"):
        written = guidon.format(row["octets"], row["form"])
        assert written.lower() == row["text"].lower(), row
        assert same(guidon.parse(row["text"], row["form"]), row["octets"]), row


@reads(oid="oids der_refused")
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


@reads(orders="pairs keys")
def test_orders():
    for row in rows("orders", "pairs"):
        below, above = (guidon.sort_key(row[name], row["order"]) for name in ["below", "above"])
        assert below < above, row
    for row in rows("orders", "keys"):
        assert guidon.sort_key(row["id"], row["order"]) == octets(row["key"]), row
        assert same(guidon.from_sort_key(octets(row["key"]), row["order"]), row["id"]), row


@reads(keys="pseudonym")
def test_pseudonyms():
    for row in rows("keys", "pseudonym"):
        assert same(guidon.pseudonym(row["id"], octets(row["key"])), row["pseudonym"]), row


@reads(hashed="refused_integers refused_texts")
def test_what_is_not_hashed(binding):
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
            *(lambda name=name: binding.call(name, guidon.NIL, text) for name in NAMED.values()),
        ):
            with pytest.raises(UnicodeEncodeError, match="surrogates not allowed"):
                call()


def at(row, name=""):
    """The time of a row as a datetime, rounded down to microseconds."""
    return EPOCH + datetime.timedelta(
        seconds=row[f"{name}seconds"], microseconds=row[f"{name}nanoseconds"] // 1000
    )


def at_ms(row):
    """The time of a row in milliseconds, rounded down."""
    return ns_of(row) // 10**6


def check_time(value, row):
    nanoseconds = row["seconds"] * 10**9 + row["nanoseconds"]
    assert guidon.time_ns_of(value) == nanoseconds, row
    assert guidon.ms_of(value) == nanoseconds // 10**6, row
    if row["seconds"] < 253402300800:  # the year 10000
        assert guidon.time_of(value) == at(row), row


def test_times_of_values():
    for part in ["gregorian", "namespaces", "unix", "random", "custom", "node", "others"]:
        for row in rows("values", part):
            if "seconds" in row:
                check_time(uuid.UUID(row["octets"]), row)
            else:
                with pytest.raises(ValueError):
                    guidon.time_of(row["octets"])


def test_made_from_fields():
    """The library takes the time from its clock, so all other fields are compared."""
    for row in rows("values", "gregorian") + rows("values", "namespaces"):
        maker = {1: guidon.uuid1, 6: guidon.uuid6}[row["version"]]
        made = maker(int(row["node"], 16), row["clock_seq"])
        assert made.bytes[8:] == octets(row["octets"])[8:], row
    for row in rows("values", "namespaces"):
        assert guidon.uuid5(row["name"], "a") == guidon.uuid5(octets(row["octets"]), "a"), row
    for row in rows("values", "custom"):
        bits = int(row["custom"], 16)
        made = guidon.uuid8(bits >> 80, bits >> 64, bits)
        assert same(made, row["octets"]), row


@reads(dce="ids")
def test_version_2():
    for row in rows("dce", "ids"):
        value = guidon.parse(row["octets"])
        assert guidon.version_of(value) == 2, row
        assert guidon.clock_seq_of(value) == row["clock_seq"], row
        assert guidon.node_of(value) == int(row["node"], 16), row
        with pytest.raises(ValueError, match="version 2 has no time"):
            guidon.time_of(value)


@reads(ncs="ids")
def test_ncs():
    for row in rows("ncs", "ids"):
        value = guidon.parse(row["text"])
        assert same(value, row["octets"]) and str(value) == row["uuid"], row
        assert guidon.format(value, "ncs") == row["text"], row


def v1_of(ticks):
    return uuid.UUID(
        fields=(ticks & 0xFFFFFFFF, ticks >> 32 & 0xFFFF, ticks >> 48 | 0x1000, 0x80, 0, 0)
    )


@reads(times="ticks")
def test_ticks():
    for row in rows("times", "ticks"):
        value = v1_of(int(row["ticks"]))
        assert guidon.ticks_of(value) == int(row["ticks"]), row
        check_time(value, row)
        if row["nanoseconds"] % 1000 == 0:
            for kind in ["v1", "v6"]:
                bound = guidon.floor(kind, at(row))
                assert guidon.ticks_of(bound) == int(row["ticks"]), row


@reads(times="ticks_range")
def test_times_that_no_tick_holds():
    for row in rows("times", "ticks_range"):
        later = row["seconds"] > 0
        time = at(row) + datetime.timedelta(microseconds=1 if later else 0)
        for bound in [guidon.floor, guidon.ceil]:
            with pytest.raises(ValueError, match="1582-10-15 to 5236-03-31"):
                bound("v6", time)


@reads(time_text="parse format format_range")
def test_texts_of_times():
    for row in rows("time_text", "parse"):
        assert guidon.time_parse(row["text"]) == ns_of(row), row
    for row in rows("time_text", "format"):
        assert guidon.time_format(ns_of(row), row["digits"]) == row["text"], row
    for row in rows("time_text", "format_range"):
        with pytest.raises(ValueError, match="before the year 0 or after 999999"):
            guidon.time_format(ns_of(row))


@reads(time_text="refuse")
def test_texts_that_are_no_times():
    for row in rows("time_text", "refuse"):
        with pytest.raises(guidon.ParseError) as caught:
            guidon.time_parse(row["text"])
        before = row["text"].encode()[: row["bad_at"]].decode()
        assert caught.value.offset == len(before), row


@reads(times="unix_ms unix_ms_range")
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


def check_audit(audit, row, want):
    assert found_in(report_of(audit)) == want, row["why"]
    assert (audit.timed, audit.earliest_ns, audit.latest_ns) == (
        row["timed"],
        row["earliest"] and ns_of(row["earliest"]),
        row["latest"] and ns_of(row["latest"]),
    ), row["why"]


@reads(prefixed="refused")
def test_fields_that_no_id_with_a_prefix_has():
    for row in rows("prefixed", "refused"):
        if row["nanoseconds"] == 10**9:
            continue  # no time of Python has as many
        fields = at_ms(row), row["prefix"], row["prefix_bits"]
        for bound in [guidon.v8_floor, guidon.v8_ceil]:
            with pytest.raises(ValueError, match="expected 0 ..|1970 to 2527"):
                bound(*fields)


@reads(audit="audits")
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
