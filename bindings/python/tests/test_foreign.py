# SPDX-License-Identifier: MIT
"""Objects of other code are read by what they are, and not by what they say."""

import importlib
import inspect
import pathlib
import re
import uuid

import pytest

import guidon
from forged import NO_ADDRESS, SAMPLE, with_class, with_metaclass, with_mro
from surface import KEY16, KEY32, functions

V6, V7 = guidon.v1_to_v6(SAMPLE), uuid.UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
MASKED, ENCRYPTED = guidon.mask(V7, KEY16), guidon.encrypt(V7, KEY32)
APPEND = uuid.UUID("fffff17f-22e2-879b-a000-00189abcdef0")
CSRC = pathlib.Path(__file__).resolve().parents[1] / "csrc"


def added(*ids):
    audit = guidon.Audit()
    audit.add(ids[0])
    audit.add_many(ids)
    return audit


# Each function that takes an id, and the id that suits it.
READERS = {
    "clock_seq_of": (SAMPLE, guidon.clock_seq_of),
    "decrypt": (ENCRYPTED, lambda one: guidon.decrypt(one, KEY32)),
    "decrypt_many": (ENCRYPTED, lambda one: guidon.decrypt_many([one], KEY32)),
    "encrypt": (V7, lambda one: guidon.encrypt(one, KEY32)),
    "encrypt_many": (V7, lambda one: guidon.encrypt_many([one], KEY32)),
    "format": (SAMPLE, guidon.format),
    "format_many": (SAMPLE, lambda one: guidon.format_many([one])),
    "mask": (V7, lambda one: guidon.mask(one, KEY16)),
    "mask_many": (V7, lambda one: guidon.mask_many([one], KEY16)),
    "node_of": (SAMPLE, guidon.node_of),
    "parse_many": (SAMPLE, lambda one: guidon.parse_many([one])),
    "prefixed_time_ns_of": (APPEND, lambda one: guidon.prefixed_time_ns_of(one, 20)),
    "prefixed_time_of": (APPEND, lambda one: guidon.prefixed_time_of(one, 20)),
    "pseudonym": (SAMPLE, lambda one: guidon.pseudonym(one, KEY32)),
    "sort_key": (SAMPLE, guidon.sort_key),
    "ticks_of": (SAMPLE, guidon.ticks_of),
    "time_ns_of": (SAMPLE, guidon.time_ns_of),
    "time_of": (SAMPLE, guidon.time_of),
    "to_guid_bytes": (SAMPLE, guidon.to_guid_bytes),
    "to_oid_der": (SAMPLE, guidon.to_oid_der),
    "ulid_as_v7": (SAMPLE, guidon.ulid_as_v7),
    "ms_of": (SAMPLE, guidon.ms_of),
    "unmask": (MASKED, lambda one: guidon.unmask(one, KEY16)),
    "unmask_many": (MASKED, lambda one: guidon.unmask_many([one], KEY16)),
    "uuids_of": (SAMPLE, lambda one: guidon.uuids_of((one, one))),
    "v1_to_v6": (SAMPLE, guidon.v1_to_v6),
    "v6_to_v1": (V6, guidon.v6_to_v1),
    "v8_prefix_of": (APPEND, lambda one: guidon.v8_prefix_of(one, 20)),
    "validate": (SAMPLE, guidon.validate),
    "valid": (SAMPLE, guidon.valid),
    "version_of": (SAMPLE, guidon.version_of),
    **{
        name: (SAMPLE, lambda one, make=getattr(guidon, name): make(one, "name"))
        for name in functions()
        if re.match(r"uuid(3|5|8_sha256)(_|$)", name)
    },
    "ULID": (SAMPLE, guidon.ULID),
    "ULID.parse": (SAMPLE, guidon.ULID.parse),
    "ULID.from_uuid": (SAMPLE, guidon.ULID.from_uuid),
    "TypeID.from_uuid": (SAMPLE, guidon.TypeID.from_uuid),
    "Audit": (SAMPLE, added),
}


def named(module):
    """The class UUID of a driver, which has uuid.UUID in its __mro__."""
    return lambda one: pytest.importorskip(module).UUID(str(one))


class Derived(uuid.UUID):
    """A class of its own memory, as a program may derive one."""

    __slots__ = ("more",)


class Plain(uuid.UUID):
    """The same with a dict."""


class Lazy(uuid.UUID):
    """The slot stays empty, and the attribute of the class has the number."""

    __slots__ = ("text",)

    def __init__(self, text):
        object.__setattr__(self, "text", text)

    @property
    def int(self):
        return uuid.UUID(self.text).int


def claiming(one):
    """An object without the layout, whose class has the attribute that it needs."""
    return with_mro(uuid.UUID, int=property(lambda self: one.int))(NO_ADDRESS)


LIKE_UUID = {
    "asyncpg": named("asyncpg.pgproto.pgproto"),
    "gel": named("gel.pgproto.pgproto"),
    "a forged __mro__": claiming,
    "a derived class with slots": lambda one: Derived(str(one)),
    "a derived class with a dict": lambda one: Plain(str(one)),
    "a derived class with a property": lambda one: Lazy(str(one)),
}

STRANGERS = {
    "a forged __mro__ with uuid.UUID": lambda: with_mro(uuid.UUID)(NO_ADDRESS),
    "a forged __class__": lambda: with_class(uuid.UUID)(NO_ADDRESS),
    "a forged metaclass": lambda: with_metaclass(uuid.UUID)(NO_ADDRESS),
    "a forged __mro__ with ULID": lambda: with_mro(guidon.ULID)(NO_ADDRESS),
    "the __class__ ULID": lambda: with_class(guidon.ULID)(NO_ADDRESS),
    "a forged __mro__ with TypeID": lambda: with_mro(guidon.TypeID)(NO_ADDRESS),
    "the __class__ TypeID": lambda: with_class(guidon.TypeID)(NO_ADDRESS),
    "an int that is a text": lambda: with_mro(uuid.UUID, int="12")(NO_ADDRESS),
}


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("kind", LIKE_UUID)
def test_an_object_like_a_uuid_is_read_as_that_uuid(name, kind):
    one, function = READERS[name]
    assert function(LIKE_UUID[kind](one)) == function(one)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("kind", STRANGERS)
def test_a_forged_class_is_refused(name, kind):
    with pytest.raises(TypeError):
        READERS[name][1](STRANGERS[kind]())


def test_an_int_outside_128_bits_is_refused():
    for number in [-1, 2**128]:
        with pytest.raises(ValueError, match="128-bit"):
            guidon.format(with_mro(uuid.UUID, int=number)(NO_ADDRESS))


def test_an_exception_of_the_attribute_reaches_the_caller():
    with pytest.raises(ZeroDivisionError):
        guidon.format(with_mro(uuid.UUID, int=property(lambda self: 1 // 0))(NO_ADDRESS))


def test_a_uuid_without_a_number_is_refused():
    with pytest.raises(AttributeError):
        guidon.format(uuid.UUID.__new__(uuid.UUID))


@pytest.mark.parametrize("make", [with_mro, with_class])
@pytest.mark.parametrize("own", [guidon.ulid(), guidon.typeid("user")], ids=["ULID", "TypeID"])
def test_a_forged_object_equals_no_id_and_has_no_order(make, own):
    other = make(type(own))(NO_ADDRESS)
    assert not own == other and own != other
    with pytest.raises(TypeError):
        own < other


def test_a_typeid_is_not_made_of_a_forged_one():
    with pytest.raises(TypeError):
        guidon.TypeID(with_mro(guidon.TypeID)(NO_ADDRESS))


def test_ids_of_a_reloaded_module_are_read():
    """importlib.reload makes a new class uuid.UUID; ids of the old one stay."""
    old, kept = uuid.UUID, dict(vars(uuid))
    try:
        importlib.reload(uuid)
        assert uuid.UUID is not old
        one, last = uuid.UUID(SAMPLE.hex), uuid.uuid4()
        texts = [
            guidon.format(one),
            str(guidon.ULID.from_uuid(one).uuid),
            str(guidon.TypeID.from_uuid(last).uuid),
        ]
    finally:
        vars(uuid).update(kept)
    assert texts == [str(SAMPLE), str(SAMPLE), str(last)]


def test_the_column_types_and_models_take_the_ids_of_a_driver():
    """A row of asyncpg has its own class in each column of UUIDs."""
    sqlalchemy = pytest.importorskip("guidon.sqlalchemy")
    pydantic = pytest.importorskip("pydantic")
    one = LIKE_UUID["asyncpg"](V7)
    assert sqlalchemy.ULID().process_result_value(one, None) == guidon.ULID(V7)
    assert sqlalchemy.TypeID("user").process_result_value(one, None).uuid == V7
    assert pydantic.TypeAdapter(guidon.ULID).validate_python(one) == guidon.ULID(V7)


def test_each_function_that_takes_an_id_is_tested_here():
    taking = {
        name
        for name, function in functions().items()
        if not inspect.isclass(function)
        and {"id", "ids", "namespace"} & set(inspect.signature(function).parameters)
    }
    assert taking <= set(READERS)


def test_one_file_decides_what_an_object_is():
    """The others ask it, and so cannot forget that a class may lie."""
    believing = re.compile(
        r"\b(PyObject_TypeCheck|PyType_IsSubtype|PyObject_IsSubclass)\b"
        r""
    )
    found = {
        path.name
        for path in CSRC.rglob("*.[ch]")
        if believing.search(re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S))
    }
    assert found == {"foreign.c"}
