# SPDX-License-Identifier: MIT
"""The SQL functions that the extension adds, as SQLite lists them."""

import apsw

DETERMINISTIC, INNOCUOUS, DIRECT_ONLY = 0x800, 0x200000, 0x80000

# A function of these names gives another result for each call.
NEW = {f"guidon_{name}{blob}" for blob in ("", "_blob")
       for name in ("v1", "v4", "v6", "v7", "v7_at", "ulid", "ulid_at", "v8_append",
                    "v8_append_at", "v8_sharded", "v8_sharded_at")} | {
    "uuid", "uuid4", "uuid7", "gen_random_uuid", "ulid_with_datetime", "ulid_with_prefix"}
# These make an id with this number of arguments, and are pure with another.
NEW_WITH = {("guidon_typeid", 1), ("ulid", 0), ("ulid_bytes", 0)}


def listed(database):
    return {(name, args): (kind, flags) for name, kind, args, flags in database.execute(
        "SELECT name, type, narg, flags FROM pragma_function_list WHERE NOT builtin")}


def functions(database):
    """The added functions: (name, number of arguments) to (type, flags)."""
    before = listed(apsw.Connection(":memory:"))
    return {key: value for key, value in listed(database).items() if key not in before}


def makes_new(key):
    return key[0] in NEW or key in NEW_WITH
