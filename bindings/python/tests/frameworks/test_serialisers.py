# SPDX-License-Identifier: MIT
"""Other libraries treat the ids of guidon as they treat uuid.UUID."""

import dataclasses
import json
import sqlite3
import uuid

import guidon
import pytest


@dataclasses.dataclass
class Row:
    id: uuid.UUID


def test_msgspec_writes_and_reads_a_uuid():
    msgspec = pytest.importorskip("msgspec")
    row = Row(guidon.uuid7())
    for format_ in [msgspec.json, msgspec.msgpack]:
        assert format_.decode(format_.encode(row), type=Row) == row
    assert json.loads(msgspec.json.encode(row)) == {"id": str(row.id)}


def test_orjson_writes_a_uuid():
    orjson = pytest.importorskip("orjson")
    row = Row(guidon.uuid7())
    assert orjson.loads(orjson.dumps(row)) == {"id": str(row.id)}


def test_cattrs_and_attrs_write_and_read_a_uuid():
    attrs = pytest.importorskip("attrs")
    preconf = pytest.importorskip("cattrs.preconf.json")

    @attrs.frozen
    class Frozen:
        id: uuid.UUID = attrs.field(
            factory=guidon.uuid7, validator=attrs.validators.instance_of(uuid.UUID)
        )

    converter = preconf.make_converter()
    converter.register_unstructure_hook(uuid.UUID, str)
    converter.register_structure_hook(uuid.UUID, lambda text, _: guidon.parse(text))
    row = Frozen()
    assert converter.loads(converter.dumps(row), Frozen) == row


def test_sqlite3_writes_a_uuid_by_the_adapter_of_its_class():
    sqlite3.register_adapter(uuid.UUID, lambda made: made.bytes)
    made = guidon.uuid7()
    with sqlite3.connect(":memory:") as connection:
        (found,) = connection.execute("SELECT ?", [made]).fetchone()
    connection.close()
    assert found == made.bytes and guidon.parse(made.hex) == made


@pytest.mark.parametrize("made", [guidon.ulid(), guidon.typeid("user")], ids=["ULID", "TypeID"])
def test_json_msgspec_and_orjson_write_a_ulid_and_a_typeid_by_a_hook(made):
    msgspec, orjson = map(pytest.importorskip, ["msgspec", "orjson"])
    row = {"id": made}
    expected = {"id": str(made)}
    assert json.loads(json.dumps(row, default=str)) == expected
    assert json.loads(orjson.dumps(row, default=str)) == expected
    assert json.loads(msgspec.json.encode(row, enc_hook=str)) == expected
    kind = dataclasses.make_dataclass("Kind", [("id", type(made))])
    for format_ in [msgspec.json, msgspec.msgpack]:
        written = format_.encode(kind(made), enc_hook=str)
        assert format_.decode(written, type=kind, dec_hook=lambda cls, text: cls(text)) == kind(
            made
        )


@pytest.mark.parametrize("format_", ["TEXT", "BINARY"])
def test_psycopg_sends_and_reads_a_uuid(format_):
    adapt = pytest.importorskip("psycopg.adapt")
    pq = pytest.importorskip("psycopg.pq")
    made = guidon.uuid7()
    transformer = adapt.Transformer()
    sent = transformer.get_dumper(made, adapt.PyFormat[format_]).dump(made)
    assert bytes(sent) == (made.bytes if format_ == "BINARY" else made.hex.encode())
    uuid_oid = 2950
    read = transformer.get_loader(uuid_oid, pq.Format[format_]).load(sent)
    assert type(read) is uuid.UUID and read == made
