# SPDX-License-Identifier: MIT
"""New ids, as objects of the standard library, texts and bytes."""

import copy
import datetime
import inspect
import pickle
import sys
import threading
import uuid
import weakref

import guidon
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

DIGEST = bytes(range(32))
MAKERS = [
    ("uuid1", (), 1),
    ("uuid1", (5,), 1),
    ("uuid1", (None, 7), 1),
    ("uuid3", (uuid.NAMESPACE_DNS, "a"), 3),
    ("uuid4", (), 4),
    ("uuid5", (uuid.NAMESPACE_DNS, "a"), 5),
    ("uuid6", (), 6),
    ("uuid6", (5, 7), 6),
    ("uuid7", (), 7),
    ("uuid7_at", (0,), 7),
    ("uuid8", (), 8),
    ("uuid8_from_digest", (DIGEST,), 8),
    ("uuid8_sha256", (uuid.NAMESPACE_DNS, "a"), 8),
]


def version_of(value):
    return value.version, value.variant


@pytest.mark.parametrize("name, arguments, version", MAKERS)
def test_a_maker_returns_the_class_of_the_standard_library(name, arguments, version):
    made = getattr(guidon, name)(*arguments)
    assert type(made) is uuid.UUID
    assert version_of(made) == (version, uuid.RFC_4122)
    assert made.is_safe is uuid.SafeUUID.unknown


@pytest.mark.parametrize("name, arguments, version", MAKERS)
def test_a_maker_returns_texts_and_bytes(name, arguments, version):
    text = getattr(guidon, f"{name}_str")(*arguments)
    octets = getattr(guidon, f"{name}_bytes")(*arguments)
    assert type(text) is str and text == str(uuid.UUID(text))
    assert type(octets) is bytes
    for value in [uuid.UUID(text), uuid.UUID(bytes=octets)]:
        assert version_of(value) == (version, uuid.RFC_4122)


@pytest.mark.parametrize("name, arguments, version", MAKERS)
def test_a_maker_refuses_other_arguments(name, arguments, version):
    for suffix in ["", "_str", "_bytes"]:
        maker = getattr(guidon, name + suffix)
        with pytest.raises(TypeError, match=rf"{name}\(\) takes at most"):
            maker(*[None] * 4)
        with pytest.raises(TypeError, match="unexpected keyword argument 'size'"):
            maker(*arguments, size=1)


def test_arguments_may_have_names():
    ns = uuid.NAMESPACE_URL
    assert guidon.uuid5(name="a", namespace=ns) == guidon.uuid5(ns, "a")
    assert guidon.uuid1(clock_seq=3, node=4).fields[3:] == (0x80, 3, 4)
    with pytest.raises(TypeError, match="multiple values for argument 'namespace'"):
        guidon.uuid5(ns, "a", namespace=ns)
    with pytest.raises(TypeError, match=r"missing required argument 'name'"):
        guidon.uuid5(ns)


@pytest.mark.parametrize("name", [f"uuid{version}" for version in range(1, 9)])
def test_signatures_are_those_of_the_standard_library(name):
    theirs = getattr(uuid, name, None)
    if theirs is None:
        assert name in {"uuid2", "uuid6", "uuid7", "uuid8"} and (
            sys.version_info < (3, 14) or name == "uuid2"
        )
        return
    for suffix in ["", "_str", "_bytes"]:
        ours = getattr(guidon, name + suffix)
        assert inspect.signature(ours) == inspect.signature(theirs)


@pytest.mark.parametrize(
    "value",
    [
        guidon.uuid7(),
        guidon.uuid7_at(0),
        guidon.uuid8_from_digest(bytes(16)),
        guidon.parse("00000000-0000-0000-0000-000000000000"),
        guidon.parse("ffffffff-ffff-ffff-ffff-ffffffffffff"),
    ],
)
def test_objects_behave_as_those_of_the_standard_library(value):
    same = uuid.UUID(str(value))
    assert value == same and hash(value) == hash(same)
    assert repr(value) == repr(same) and str(value) == str(same)
    assert not value < same and value <= same
    assert (value < uuid.UUID(int=1 << 127)) == (same < uuid.UUID(int=1 << 127))
    for name in [
        "int",
        "bytes",
        "bytes_le",
        "fields",
        "hex",
        "urn",
        "version",
        "variant",
        "time",
        "node",
        "clock_seq",
        "is_safe",
    ]:
        assert getattr(value, name) == getattr(same, name)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        data = pickle.dumps(value, protocol)
        assert data == pickle.dumps(same, protocol)
        assert pickle.loads(data) == same
    assert copy.copy(value) == same and copy.deepcopy([value]) == [same]
    assert weakref.ref(value)() is value
    with pytest.raises(TypeError):
        value.int = 3


@pytest.mark.parametrize("bits", range(129))
def test_ints_of_every_length(bits):
    for wanted in {(1 << bits) - 1, 1 << max(bits - 1, 0), 0x5A5A5A5A << bits >> 32}:
        made = guidon.parse(str(uuid.UUID(int=wanted))).int
        assert type(made) is int and made == wanted and hash(made) == hash(wanted)
        assert (str(made), made.bit_length()) == (str(wanted), wanted.bit_length())
        assert made * 3 - (wanted << 1) == wanted and -made == -wanted
        assert guidon.format(uuid.UUID(int=made), "int") == str(wanted)


@pytest.mark.parametrize("name", ["uuid6", "uuid7"])
def test_ids_of_a_thread_rise(name):
    ids = [getattr(guidon, name)() for _ in range(3000)]
    if name == "uuid6":  # the fields after the time are random
        ids = [made.int >> 64 for made in ids]
    assert ids == sorted(ids) and len(set(ids)) == len(ids)


@pytest.mark.parametrize("maker", [guidon.uuid1, guidon.uuid6])
def test_fields_of_the_caller_are_unique_over_threads(maker):
    made = [[] for _ in range(4)]

    def work(out):
        out.extend(maker(1, 2) for _ in range(3000))

    threads = [threading.Thread(target=work, args=(out,)) for out in made]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({one for out in made for one in out}) == 4 * 3000


NODE = (1 << 48) - 1


@pytest.mark.parametrize("node", [0, 1, 0x123456789ABC, NODE])
@pytest.mark.parametrize("maker", [guidon.uuid1, guidon.uuid6])
def test_a_given_node_is_in_the_id(maker, node):
    assert maker(node).node == node
    assert len({maker(node).clock_seq for _ in range(50)}) > 1


@pytest.mark.parametrize("node", [-1, NODE + 1, 1 << 64, 1 << 200, -(1 << 200)])
def test_uuid1_refuses_a_node_out_of_its_range(node):
    for maker in [guidon.uuid1, uuid.uuid1]:
        with pytest.raises(ValueError, match=r"out of range \(need a 48-bit value\)"):
            maker(node)


@given(st.integers(-(1 << 70), 1 << 70))
def test_uuid6_uses_the_low_bits_of_a_node(node):
    assert guidon.uuid6(node).node == node & NODE


@given(st.integers(-(1 << 70), 1 << 70))
def test_the_low_bits_of_a_clock_sequence_are_used(clock_seq):
    assert uuid.uuid1(3, clock_seq).clock_seq == clock_seq & 0x3FFF
    for maker in [guidon.uuid1, guidon.uuid6]:
        assert maker(3, clock_seq).clock_seq == clock_seq & 0x3FFF
        made = maker(clock_seq=clock_seq)
        assert made.clock_seq == clock_seq & 0x3FFF and made.node >> 40 & 1


@pytest.mark.parametrize("bad", ["5", 5.0, b"5", [5]])
def test_fields_are_ints(bad):
    for call in [
        lambda: guidon.uuid1(bad),
        lambda: guidon.uuid6(bad),
        lambda: guidon.uuid1(1, bad),
        lambda: guidon.uuid8(bad),
        lambda: guidon.uuid8(1, 1, bad),
    ]:
        with pytest.raises(TypeError):
            call()


NUMBERS = st.integers(-(1 << 70), 1 << 70)


@given(NUMBERS, NUMBERS, NUMBERS)
@example(-1, -1, -1)
@example(0, 0, 0)
def test_uuid8_has_the_bits_of_the_caller(a, b, c):
    made = guidon.uuid8(a, b, c)
    assert made.int == (
        (a & NODE) << 80 | 0x8000 << 64 | (b & 0xFFF) << 64 | 1 << 63 | c & ((1 << 62) - 1)
    )
    if hasattr(uuid, "uuid8"):
        assert made == uuid.uuid8(a, b, c)


def test_parts_of_uuid8_that_are_not_given_are_random():
    made = [guidon.uuid8(b=5) for _ in range(50)]
    assert {one.int >> 64 & 0xFFF for one in made} == {5}
    assert len({one.int >> 80 for one in made}) > 40
    assert len({one.int & (1 << 62) - 1 for one in made}) > 40
    assert len({guidon.uuid8(1, None, 1) for _ in range(50)}) > 40


@given(st.uuids(), st.text(max_size=300))
def test_names_as_text(namespace, name):
    assert guidon.uuid3(namespace, name) == uuid.uuid3(namespace, name)
    assert guidon.uuid5(namespace, name) == uuid.uuid5(namespace, name)
    assert guidon.uuid8_sha256(namespace, name) == guidon.uuid8_sha256(
        str(namespace), name.encode()
    )


@pytest.mark.parametrize("maker", ["uuid3", "uuid5", "uuid8_sha256"])
def test_a_word_stands_for_a_registered_namespace(maker):
    words = {
        "dns": uuid.NAMESPACE_DNS,
        "url": uuid.NAMESPACE_URL,
        "oid": uuid.NAMESPACE_OID,
        "x500": uuid.NAMESPACE_X500,
    }
    for kind in ["", "_str", "_bytes"]:
        make = getattr(guidon, maker + kind)
        for word, space in words.items():
            assert make(word, "python.org") == make(space, "python.org")
            assert make(namespace=word, name=b"a") == make(space, "a")
        for wrong in ["", "DNS", "dns ", "dn", "dns\0", "x50", "x5000", "d\u0578s"]:
            with pytest.raises(guidon.ParseError):
                make(wrong, "python.org")
        with pytest.raises(ValueError, match="an id has 16 bytes, not 3"):
            make(b"dns", "python.org")


@given(st.uuids(), st.binary(max_size=300))
def test_names_as_bytes(namespace, name):
    for data in [name, bytearray(name), memoryview(name)]:
        if sys.version_info >= (3, 12):
            assert guidon.uuid3(namespace, data) == uuid.uuid3(namespace, name)
            assert guidon.uuid5(namespace, data) == uuid.uuid5(namespace, name)
        text = name.decode("latin-1").encode()
        assert guidon.uuid5(namespace, text) == uuid.uuid5(namespace, name.decode("latin-1"))


def test_a_long_name_is_hashed_too():
    for length in [65535, 65536, 1 << 20]:
        name = "x" * length
        assert guidon.uuid5(uuid.NAMESPACE_OID, name) == uuid.uuid5(uuid.NAMESPACE_OID, name)


@pytest.mark.parametrize(
    "name, error",
    [
        (None, TypeError),
        (5, TypeError),
        ("\ud800", UnicodeEncodeError),
        (memoryview(b"abcd")[::2], BufferError),
    ],
)
def test_a_name_is_text_or_bytes(name, error):
    with pytest.raises(error):
        guidon.uuid5(uuid.NAMESPACE_DNS, name)


def test_a_digest_has_sixteen_bytes():
    made = guidon.uuid8_from_digest(b"\xff" * 16)
    assert made.hex == "ffffffffffff8fffbfffffffffffffff"
    with pytest.raises(ValueError, match="a digest has 16 bytes or more, not 15"):
        guidon.uuid8_from_digest(bytes(15))


UTC = datetime.timezone.utc
MS = st.integers(0, (1 << 48) - 1)


@given(MS)
def test_uuid7_of_milliseconds(ms):
    made = guidon.uuid7_at(ms)
    assert made.int >> 80 == ms


@given(
    st.datetimes(
        datetime.datetime(1970, 1, 1),
        datetime.datetime(9999, 12, 31),
        timezones=st.sampled_from(
            [
                UTC,
                datetime.timezone(datetime.timedelta(hours=-12)),
                datetime.timezone(datetime.timedelta(hours=5, minutes=45)),
            ]
        ),
    ).filter(lambda at: at.timestamp() >= 0)
)
def test_uuid7_of_a_datetime(at):
    micros = (at - datetime.datetime(1970, 1, 1, tzinfo=UTC)) // datetime.timedelta(microseconds=1)
    made = guidon.uuid7_at(at)
    assert made.int >> 80 == micros // 1000
    assert made.int >> 64 & 0xFFF == micros % 1000 * 4096 // 1000


def test_uuid7_of_a_time_has_random_bits():
    ints = {guidon.uuid7_at(5).int for _ in range(50)}
    assert len({one >> 64 & 0xFFF for one in ints}) > 40
    at = datetime.datetime(2020, 1, 1, tzinfo=UTC)
    assert len({guidon.uuid7_at(at).int & (1 << 62) - 1 for _ in range(50)}) == 50


@pytest.mark.parametrize(
    "time, error, message",
    [
        (-1, ValueError, "1970 to 10889"),
        (1 << 48, ValueError, "1970 to 10889"),
        (1 << 64, ValueError, "outside the milliseconds"),
        (-(1 << 64), ValueError, "outside the milliseconds"),
        (datetime.datetime(1969, 12, 31, tzinfo=UTC), ValueError, "1970 to 10889"),
        (datetime.datetime(2020, 1, 1), ValueError, "without a time zone"),
        (datetime.date(2020, 1, 1), TypeError, "an aware datetime"),
        (1.5, TypeError, "an aware datetime"),
        (None, TypeError, "an aware datetime"),
    ],
)
def test_uuid7_refuses_other_times(time, error, message):
    with pytest.raises(error, match=message):
        guidon.uuid7_at(time)


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        if self.value is None:
            raise RuntimeError("no index today")
        return self.value


def test_a_time_may_be_an_int_of_another_class():
    made = [guidon.uuid7_at(Index(1645557742000)) for _ in range(50)]
    assert {one.int >> 80 for one in made} == {1645557742000}
    assert len({one.int >> 64 & 0xFFF for one in made}) > 40
    with pytest.raises(RuntimeError, match="no index today"):
        guidon.uuid7_at(Index(None))


class BadZone(datetime.tzinfo):
    def utcoffset(self, at):
        raise RuntimeError("no offset today")


def test_errors_of_a_time_zone_are_passed_on():
    with pytest.raises(RuntimeError, match="no offset today"):
        guidon.uuid7_at(datetime.datetime(2020, 1, 1, tzinfo=BadZone()))
