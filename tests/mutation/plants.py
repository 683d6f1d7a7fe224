# SPDX-License-Identifier: MIT
"""Planted faults, one for each part of ./dev test all. `sample.py --plant` shows that the
part fails on its fault, and that ./dev test changed runs the part."""

import collections

# The part of the gate that must fail, the file, the text there, the text that replaces
# it, and a pattern that the output of the part must have, so that no other failure
# counts.
Plant = collections.namedtuple("Plant", "part path before after sign")

# The heading of a test that failed, as pytest and node print it.
PYTEST = r"(?m)^_{3,} .+ _{3,}$"
NODE = r"(?m)^\s*(?:not ok \d+|✖) "

PLANTS = [
    Plant("core", "src/core/order.c", "octet_6 - 1 < 0x5f", "octet_6 - 1 < 0x6f",
          r"FAILED\b.* order\b|failed: order\b"),
    # Only the emulated kernels of ARM have this.
    Plant("release", "src/text/hex_neon.c", "vsliq_n_u8(low, high, 4)",
          "vsliq_n_u8(high, low, 4)", r"failed: text_kernels_arm\b"),
    # The result is the right one; only UBSan sees the shift into the sign.
    Plant("sanitizers", "src/keys/blake2s_scalar.c", "| x << (32 - by)",
          "| (uint32_t)((int32_t)x << (32 - by))", r"runtime error: left shift"),
    Plant("o2", "src/text/hex_scalar.c", "['f'] = DIGIT(15, shift)",
          "['f'] = DIGIT(15, shift), ['g'] = DIGIT(15, shift)", r"failed: hex\b"),
    Plant("postgresql", "extensions/postgresql/src/bounds.c",
          "ms_of(to - !upper->inclusive)", "ms_of(to)", PYTEST),
    Plant("sqlite", "extensions/sqlite/src/bounds.c", "ms % 1000) * 1000000",
          "ms % 1000) * 100000", PYTEST),
    Plant("duckdb", "extensions/duckdb/src/bounds.c", "micros < 0 ? guidon_nil()",
          "micros > 0 ? guidon_nil()", PYTEST),
    Plant("python", "bindings/python/csrc/functions/bounds.c", "kind->ceil(out, end)",
          "kind->floor(out, end)", PYTEST),
    Plant("npm", "bindings/javascript/src/ulid.js", 'give(core, "uuid").toUpperCase()',
          'give(core, "uuid")', NODE),
    Plant("page", "page/src/bits.mjs", "& bit ? 1 : 0", "& bit ? 0 : 1",
          NODE),
    Plant("etcd", "services/guidon-node/src/base64.c", "? n - 2 : n - 1", "? n - 1 : n - 2",
          PYTEST),
    Plant("spark", "bindings/spark/src/guidon_spark/_rekey.py", "        if faults:\n",
          "        if not faults:\n", PYTEST),
    Plant("recipes", "docs/recipes/mariadb.md", "CREATE FUNCTION guidon_ms_of RETURNS",
          "CREATE FUNCTION guidon_mss RETURNS", PYTEST),
    Plant("packages", "debian/guidon.install", "usr/share/man/man7/*\n", "",
          r"missing|not ok|FAILED"),
    Plant("documents", "docs/guides/typeid.md", "prefix_len == 4 &&",
          "prefix_len == 5 &&", r"FAILED.*typeid\.md|failed.*typeid\.md"),
]


def misfits(root):
    """The planted faults whose text does not stand exactly once in its file."""
    for plant in PLANTS:
        path = root / plant.path
        count = path.read_text().count(plant.before) if path.is_file() else 0
        if count != 1:
            yield (f"{plant.path}: expected the text of the fault of \"{plant.part}\" "
                   f"once, found it {count} times: {plant.before!r}")
