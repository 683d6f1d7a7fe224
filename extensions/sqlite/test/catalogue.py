# SPDX-License-Identifier: MIT
"""The SQL functions that the extension adds, as SQLite lists them."""

import apsw

DETERMINISTIC, INNOCUOUS, DIRECT_ONLY = 0x800, 0x200000, 0x80000

# A function of these names gives another result for each call.
MAKERS = {
    "uuid1", "uuid1_blob", "uuid4", "uuid4_blob", "uuid6", "uuid6_blob", "uuid7",
    "uuid7_blob", "ulid", "ulid_blob", "uuid", "gen_random_uuid", "ulid_with_datetime",
    "ulid_with_prefix"}
# These make an id with this number of arguments, and are pure with another.
MAKERS_WITH = {("typeid", 1), ("ulid_bytes", 0)}


def listed(database):
    return {(name, args): (kind, flags) for name, kind, args, flags in database.execute(
        "SELECT name, type, narg, flags FROM pragma_function_list WHERE NOT builtin")}


def functions(database):
    """The added functions: (name, number of arguments) to (type, flags)."""
    before = listed(apsw.Connection(":memory:"))
    return {key: value for key, value in listed(database).items() if key not in before}


def is_maker(key):
    return key[0] in MAKERS or key in MAKERS_WITH
