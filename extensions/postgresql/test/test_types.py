# SPDX-License-Identifier: MIT
"""The types ulid and typeid: the shared vectors, and both forms of COPY. Their order,
operator classes and plans are tested in sql/ulid.sql, ulid_indexes.sql, typeid.sql."""

import json
import struct

import psycopg
import pytest

import build
from cluster import rows, value

SQLSTATES = {"RANGE": "22003", "CHAR": "22P02", "LENGTH": "22P02"}


def vectors(name):
    with open(build.ROOT / f"tests/vectors/{name}.json", encoding="utf-8") as file:
        return json.load(file)


def check_refused(session, type_name, row):
    """The error has the SQLSTATE of the status, and the detail gives the reason: for a
    TypeID the offset, and for others the sentence of the library."""
    with pytest.raises(psycopg.Error) as raised:
        session.execute(f"SELECT %s::text::{type_name}", [row["text"]])
    diagnosis = raised.value.diag
    detail = diagnosis.message_detail
    if type_name == "typeid":
        assert detail.startswith(f"At offset {row['bad_at']}:"), row
    else:
        session.rollback()
        assert detail == value(session, "SELECT guidon_parse_reason(%s::text, %s) || '.'",
                               row["text"], type_name), row
    assert diagnosis.sqlstate == SQLSTATES[row["status"]], row


# ----------------------------------------------------------------------- vectors


def test_ulids(shared):
    for row in vectors("ulid")["ulids"]:
        assert rows(shared, """
            SELECT t::ulid::text, lower(t)::ulid::text, encode(ulid_send(t::ulid), 'hex'),
                   t::ulid::uuid = o::uuid,
                   extract(epoch FROM guidon_ulid_time_of(t::ulid))::numeric * 1000 = ms,
                   t::ulid BETWEEN guidon_ulid_floor(guidon_ulid_time_of(t::ulid))
                               AND guidon_ulid_ceil(guidon_ulid_time_of(t::ulid))
            FROM (VALUES (%s::text, %s::text, %s::numeric)) v(t, o, ms)""",
                    row["ulid"], row["octets"], row["ms"]) == [
            (row["ulid"], row["ulid"], row["octets"], True, True, True)], row


def test_refused_ulids(shared):
    for row in vectors("ulid")["refused"]:
        if "\0" in row["text"]:
            continue  # a text of PostgreSQL cannot hold this character
        check_refused(shared, "ulid", row)


@pytest.mark.parametrize("text,shown", [("x" * 200, "x" * 200), ("x" * 201, "x" * 200),
                                        ("x" * 199 + "é", "x" * 199)])
def test_a_message_shows_200_bytes_and_whole_characters(shared, text, shown):
    with pytest.raises(psycopg.errors.InvalidTextRepresentation) as raised:
        shared.execute("SELECT %s::text::ulid", [text])
    assert raised.value.diag.message_primary == (
        f'invalid input syntax for type ulid: "{shown}"')


def test_typeids(shared):
    for row in vectors("typeid")["valid"]:
        assert rows(shared, """
            SELECT t::typeid::text, guidon_typeid_prefix_of(t::typeid),
                   guidon_typeid_uuid_of(t::typeid)::text, guidon_typeid(p, u::uuid) = t::typeid,
                   convert_from(typeid_send(t::typeid), 'UTF8')
            FROM (VALUES (%s::text, %s::text, %s::text)) v(t, p, u)""",
                    row["text"], row["prefix"], row["uuid"]) == [
            (row["text"], row["prefix"], row["uuid"], True, row["text"])], row


def test_refused_typeids(shared):
    published = vectors("typeid")
    for row in published["invalid"] + published["refused"]:
        check_refused(shared, "typeid", row)


# -------------------------------------------------------------------------- COPY


@pytest.fixture
def filled(shared):
    """A table with both types, and with NULL in either."""
    shared.execute("""
        CREATE TABLE filled AS
        SELECT i, CASE WHEN i % 7 > 0 THEN md5(i::text)::uuid::ulid END AS l,
               CASE WHEN i % 5 > 0 THEN guidon_typeid(substr('abcdef', 1, i % 4),
                                               md5(i::text)::uuid) END AS t
        FROM generate_series(1, 20000) i""")
    return shared


@pytest.mark.parametrize("form", ["binary", "text"])
def test_copy_there_and_back(filled, form):
    with filled.cursor() as cursor:
        with cursor.copy(f"COPY filled TO STDOUT (FORMAT {form})") as copy:
            data = b"".join(bytes(block) for block in copy)
        cursor.execute("CREATE TABLE again (LIKE filled)")
        with cursor.copy(f"COPY again FROM STDIN (FORMAT {form})") as copy:
            copy.write(data)
    assert value(filled, "SELECT count(*) FROM filled JOIN again USING (i) WHERE "
                 "(filled.l, filled.t) IS NOT DISTINCT FROM (again.l, again.t)"
                 ) == 20000


def binary_copy(session, type_name, value_bytes):
    """COPY one row of one column in binary form."""
    session.execute(f"CREATE TABLE IF NOT EXISTS one_{type_name} (v {type_name})")
    with session.cursor() as cursor, cursor.copy(
            f"COPY one_{type_name} FROM STDIN (FORMAT binary)") as copy:
        copy.write(b"PGCOPY\n\377\r\n\0" + struct.pack("!iihi", 0, 0, 1,
                                                       len(value_bytes)) +
                   value_bytes + struct.pack("!h", -1))


@pytest.mark.parametrize("type_name, wrong, sqlstate", [
    ("ulid", b"", "08P01"),                       # the server's: no data left
    ("ulid", bytes(15), "08P01"),
    ("ulid", bytes(17), "22P03"),                 # the server's: data left over
    ("typeid", b"", "22P02"),
    ("typeid", b"User_01h455vb4pex5vsknk084sn02q", "22P02"),
    ("typeid", b"user_81h455vb4pex5vsknk084sn02q", "22003"),
    ("typeid", b"user\x00" + bytes(16), "22021"),  # the server's: a zero byte
    ("typeid", b"us\xff\xfer_01h455vb4pex5vsknk084sn02q", "22021"),
])
def test_wrong_binary_values(shared, type_name, wrong, sqlstate):
    with pytest.raises(psycopg.Error) as raised:
        binary_copy(shared, type_name, wrong)
    assert raised.value.sqlstate == sqlstate


def test_right_binary_values(shared):
    binary_copy(shared, "ulid", bytes(range(16)))
    binary_copy(shared, "typeid", b"user_01h455vb4pex5vsknk084sn02q")
    assert rows(shared, "SELECT v::uuid::text FROM one_ulid") == [
        ("00010203-0405-0607-0809-0a0b0c0d0e0f",)]
    assert rows(shared, "SELECT v::text FROM one_typeid") == [
        ("user_01h455vb4pex5vsknk084sn02q",)]


def test_copy_leaves_out_wrong_lines(shared, server):
    """COPY ... (ON_ERROR ignore) needs soft errors."""
    if server.major < 17:
        pytest.skip("COPY has ON_ERROR from PostgreSQL 17 on")
    shared.execute("CREATE TABLE loaded (l ulid, t typeid)")
    good = "01ARZ3NDEKTSV4RRFFQ69G5FAV\tuser_01h455vb4pex5vsknk084sn02q\n"
    with shared.cursor() as cursor, cursor.copy(
            "COPY loaded FROM STDIN (ON_ERROR ignore)") as copy:
        copy.write(good + good.replace("F", "U", 1) + good.replace("01A", "81A", 1) +
                   good.replace("user", "User") + good)
    assert rows(shared, "SELECT count(*), count(DISTINCT l), count(DISTINCT t) "
                "FROM loaded") == [(2, 1, 1)]
