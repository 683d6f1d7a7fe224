# SPDX-License-Identifier: MIT
"""Every function with every kind of value: no crash, no leak, no misuse of memory."""

import re
import subprocess
from random import Random

import build
import catalogue
from conftest import connect, one

SIZE = 100_000_000
TEXTS = [
    "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}", "user_01h455vb4pex5vsknk084sn02q",
    "urn:uuid:", "2.25.", "{0x01,", "{0x", "2024-02-29T12:00:00.123+01:00", "uuid",
    "ulid", "hex", "uuid7", "uuid7_blob", "dns", "", "0", "NaN", "\u00e9", "\U0001f600"]


def every_function():
    session = connect()
    found = sorted(catalogue.functions(session))
    session.close()
    return found


def literal(value):
    """A value as SQL without a line end. SQLite reads 9e999 as infinity."""
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f"x'{value.hex()}'"
    if isinstance(value, str):
        return f"CAST(x'{value.encode('utf-8', 'surrogatepass').hex()}' AS TEXT)"
    if isinstance(value, float):
        return {"inf": "9e999", "-inf": "-9e999", "nan": "NULL"}.get(str(value), repr(value))
    return str(value) if value > -2**63 else "(-9223372036854775807 - 1)"


def random_text(random):
    text = random.choice(TEXTS)
    at = random.randint(0, len(text))
    change = random.choice(["", "", "\0", "Z", "\u20ac", text])
    return text[:at] + change + text[at + random.randint(0, 1):]


def random_value(random):
    """One value of any type, more often near the edges of what a function takes."""
    return random.choice([
        lambda: None, lambda: random_text(random), lambda: random.choice(TEXTS),
        lambda: random.randbytes(random.randint(0, 40)), lambda: random.randbytes(16),
        lambda: random.randbytes(32), lambda: random.randint(-2**63, 2**63 - 1),
        lambda: random.choice([-1, 0, 1, 2**48 - 1, 2**48, 2**63 - 1, -2**63]),
        lambda: random.choice([0.5, -0.5, 1e300, 9e999, -9e999, 2.0**63, 1e15]),
        lambda: random.uniform(-1e16, 1e16)])()


def script(functions, seed):
    """Statements with every function, and with the series, collation and audit."""
    random = Random(seed)
    lines = []

    def values(n):
        return ", ".join(literal(random_value(random)) for _ in range(n))

    for name, args in functions * 4:
        lines.append(f"SELECT {name}({values(args)})")
    for _ in range(10):
        kind = literal(random.choice(["uuid7", "ulid_blob", "v6", random_value(random)]))
        n = literal(random.choice([0, 600, random_value(random)]))
        more = random.choice(["", ", " + values(1)])
        lines.append(f"SELECT count(*) FROM (SELECT * FROM guidon_series({kind}, {n}{more}) "
                     "LIMIT 600)")
        column = random.choice(["kind", "n", "start_ms"])
        lines.append(f"SELECT count(*) FROM guidon_series({kind}, 5{more}) WHERE {column} = "
                     f"{values(1)}")
        lines.append(f"SELECT count(*) FROM guidon_series({kind}, 5, {values(1)}) AS a, "
                     "guidon_series AS b WHERE b.kind = a.kind AND b.n = a.n AND "
                     "b.start_ms = a.start_ms")
        lines.append(f"SELECT {values(1)} < {values(1)} COLLATE guidon")
        ids = random.choice([0, 1, 6, 7, 3000, random_value(random)])
        lines.append(f"SELECT guidon_audit(value, 'uuid', {literal(ids)}) FROM (SELECT value "
                     "FROM guidon_series('v4_blob', 300) UNION ALL VALUES "
                     f"({values(1)}))")
        lines.append("SELECT guidon_audit(column1, column2) FROM (VALUES " + ", ".join(
            f"({values(1)}, 'ulid')" for _ in range(6)) + ")")
    return lines


def test_every_function_with_every_kind_of_value(request):
    program, functions = build.core_program(True), every_function()
    for seed in range(request.config.getoption("scripts")):
        lines = script(functions, seed)
        done = subprocess.run([program], input="\n".join(lines) + "\n", text=True,
                              errors="replace", capture_output=True, check=False)
        assert done.returncode == 0, f"script {seed}: {done.stderr}"
        # Every statement is right, so the only errors are those of the extension.
        wrong = [line for line in done.stdout.splitlines() if line.startswith("error: ")
                 and not re.match(r"error: \w+: ", line)]
        assert wrong == [], f"script {seed}"


def test_valgrind_finds_nothing():
    functions = every_function()
    values = [None, 5, 2.5, b"", bytes(16), bytes(32), *TEXTS[:5], "uuid", "ulid", "uuid7"]
    lines = [f"SELECT {name}({', '.join([literal(value)] * args)})"
             for name, args in functions for value in (values if args else values[:1])]
    lines += ["SELECT max(value) FROM guidon_series('ulid', 600, 5)",
              "SELECT guidon_audit(value) FROM guidon_series('v4', 3000)"]
    done = subprocess.run(
        ["valgrind", "--quiet", "--error-exitcode=9", "--leak-check=full",
         "--errors-for-leak-kinds=definite", build.core_program(False)],
        input="\n".join(lines) + "\n", text=True, errors="replace", capture_output=True,
        check=False)
    assert done.returncode == 0, done.stderr


V7 = f"'{TEXTS[0]}'"
# Calls whose results depend on their arguments alone, with each way to read one.
CALLS = [
    f"guidon_format({V7})", "guidon_format(zeroblob(16))", f"guidon_format({V7}, 'base58')",
    f"guidon_format({V7}, 'nope')", "guidon_parse(x'00')", f"guidon_valid('{TEXTS[3]}')",
    f"guidon_kind_of({V7})", "guidon_ms_of(zeroblob(16), 'ulid')", f"guidon_time_of({V7}, 'uuid')",
    f"guidon_ms_of({V7}, 'x')", f"guidon_variant_of({V7})", "guidon_v5('dns', 'a')", "guidon_v5('url', 42)",
    "guidon_v3(zeroblob(16), zeroblob(9))", f"guidon_typeid('user', {V7})", "guidon_typeid('U')",
    f"guidon_typeid_prefix_of('{TEXTS[3]}')", "guidon_floor_blob('2024-01-01T00:00Z')", "guidon_v7_ceil(5)",
    f"guidon_v1_to_v6({V7})", f"guidon_mask({V7}, zeroblob(16))", f"guidon_mask({V7}, 5)",
    f"guidon_encrypt({V7}, zeroblob(32))", "guidon_derive(5, zeroblob(32), 'a')",
    "guidon_derive_blob(5, zeroblob(32), zeroblob(9))", "length(guidon_v7())", "guidon_v7_at(-1)",
    "length(guidon_ulid_at('2024-01-01'))", "length(ulid_with_prefix('user'))", "ulid(zeroblob(16))",
    f"uuid_str({V7})", f"{V7} < 'a' COLLATE guidon",
    f"(SELECT group_concat(column1) FROM (SELECT * FROM (VALUES ('b'), ({V7}), ('A')) "
    "ORDER BY column1 COLLATE guidon))"]
STATEMENTS = ["", *(f"SELECT {call}" for call in CALLS),
              "SELECT count(*) FROM guidon_series('ulid', 300, '2024-01-01')",
              "SELECT * FROM guidon_series('nope', 1)", "SELECT * FROM guidon_series('ulid')",
              "SELECT count(*) FROM guidon_series('v7', 2) AS a, guidon_series AS b "
              "WHERE a.kind = 'v7' AND b.kind = a.kind AND b.n = a.n",
              "SELECT guidon_audit(guidon_floor_blob(n), 'uuid', 6) FROM (WITH RECURSIVE g(n) AS "
              "(SELECT 1 UNION ALL SELECT n + 1 FROM g WHERE n < 99) SELECT n FROM g)",
              "SELECT guidon_audit(guidon_floor_blob(n), 'ulid') FROM (WITH RECURSIVE g(n) AS "
              "(SELECT 1 UNION ALL SELECT n + 1 FROM g WHERE n < 99) SELECT n FROM g)"]


def test_an_allocation_that_fails_is_an_error_of_memory():
    """Each allocation of each statement fails once, and no outcome is a wrong one."""
    done = subprocess.run([build.program("memory", True)], input="\n".join(STATEMENTS) + "\n",
                          text=True, errors="replace", capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    found = done.stdout.splitlines()
    assert [line for line in found if not line.isdigit()] == []
    assert len(found) == len(STATEMENTS) and min(map(int, found)) >= 5


def test_texts_of_100_mb():
    """Names and data may have any length; every other argument gives NULL or an error."""
    session = connect()
    text = "1a" * (SIZE // 2)
    for name, args in every_function():
        if args == 0:
            continue
        values = ", ".join(["?1"] + ["'uuid'"] * (args - 1))
        try:
            found = one(session, f"SELECT {name}({values})", text)
        except Exception as error:  # a text of another meaning, not of an id
            assert "out of memory" not in str(error), name
            continue
        allowed = {"guidon_valid": 0, "guidon_audit": found,
                   "guidon_describe": "[]",
                   "guidon_parse_reason": f"{SIZE} bytes " + (
                       "in no known form (a UUID has 36 or 32, a ULID 26)" if args == 1
                       else "is the wrong length for uuid (expected 36)")}
        if name == "ulid_with_prefix":
            assert len(found) == SIZE + 27
        else:
            assert found == allowed.get(name), name
    assert one(session, "SELECT guidon_v5('dns', ?1)", text) == one(
        session, "SELECT guidon_v5('dns', CAST(?1 AS BLOB))", text)
    assert one(session, "SELECT ?1 = (?1 || 'x') COLLATE guidon", text) == 0
    session.close()
