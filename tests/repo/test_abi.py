# SPDX-License-Identifier: MIT
"""test_abi.py SOURCE_DIR: packaging/abi.py tells additions from changes that break
programs. Each row changes one thing in a small library."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(ROOT / "packaging"))

import abi  # noqa: E402

HEADER = """
#include <stdint.h>
typedef enum color { RED = 0, GREEN = 1 } color;
typedef struct point { int32_t x; uint32_t y; uint64_t reserved[4]; } point;
typedef struct secret secret;
secret *tiny_open(const point *at, color c);
int tiny_close(secret *s, uint32_t flags);
void tiny_move(point *p, int (*by)(void *context), void *context);
"""
SOURCE = """
#include "tiny.h"
struct secret { int a; };
static struct secret one;
secret *tiny_open(const point *at, color c)
{
    one.a = at->x + (int)c;
    return &one;
}
int tiny_close(secret *s, uint32_t flags) { return s->a + (int)flags; }
void tiny_move(point *p, int (*by)(void *context), void *context)
{
    p->x = by(context);
}
"""

# why, text, its replacement in header and source, part of the report
BREAKS = [
    ("a function is gone", "int tiny_close(", "static int tiny_close(",
     "tiny_close"),
    ("a function has another name", "tiny_close", "tiny_end", "tiny_close"),
    ("a parameter is wider", "uint32_t flags", "uint64_t flags", "uint64_t"),
    ("a parameter points to const no longer", "const point *", "point *",
     "point const *"),
    ("a result has another type", "int tiny_close", "long tiny_close", "long int"),
    ("a callback has another parameter", "void *context)", "int context)", "int"),
    ("a member is wider", "uint32_t y", "uint64_t y", "point"),
    ("a member has a sign", "uint32_t y", "int32_t y", "point"),
    ("a member has another name", "uint32_t y", "uint32_t z", "point.y"),
    ("members change places", "int32_t x; uint32_t y", "uint32_t y; int32_t x",
     "point.x"),
    ("a struct grows at its end", "reserved[4];", "reserved[4]; int z;", "point"),
    ("a struct shrinks", "reserved[4]", "reserved[3]", "point"),
    ("a value is another", "GREEN = 1", "GREEN = 2", "GREEN was 1"),
    ("values change places", "RED = 0, GREEN = 1", "GREEN = 0, RED = 1",
     "RED was 0"),
    ("a value is gone", ", GREEN = 1", "", "GREEN was 1"),
    ("a value has another name", "GREEN", "BLUE", "GREEN was 1"),
]
# why, text, its replacement, part of the reported addition
ADDS = [
    ("a new function", "int tiny_close(",
     "int tiny_new(color c);\nint tiny_close(", "int tiny_new(color)"),
    ("a new last value", "GREEN = 1", "GREEN = 1, BLUE = 2", "color: BLUE"),
    ("a new value takes reserved space", "uint64_t reserved[4]",
     "int64_t width; uint64_t reserved[3]", "point.width"),
]
# Neither a change nor an addition: why, text, its replacement.
SAME = [
    ("nothing", "secret", "secret"),
    ("a private struct grows", "int a;", "long b; int a;"),
    ("a parameter has another name", "flags", "options"),
    ("a private function", "static struct secret one;",
     "static struct secret one;\nstatic int own(void) { return 1; }"),
]


def interface(change=("", "")):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "tiny.h").write_text(HEADER.replace(*change))
        source = SOURCE.replace(*change)
        if "tiny_new" in change[1]:
            source = SOURCE + "int tiny_new(color c) { return (int)c; }\n"
        (folder / "tiny.c").write_text(source)
        subprocess.run(["gcc", "-w", "-g", "-fPIC", "-shared", "tiny.c", "-o",
                        "tiny.so"], cwd=folder, check=True)
        return abi.dump(folder, "tiny.so")


class Abi(unittest.TestCase):
    def setUp(self):
        self.old = interface()

    def test_breaks(self):
        for why, text, other, said in BREAKS:
            with self.subTest(why):
                faults, _ = abi.compare(self.old, interface((text, other)))
                self.assertIn(said, "\n".join(faults))

    def test_adds(self):
        for why, text, other, said in ADDS:
            with self.subTest(why):
                faults, added = abi.compare(self.old, interface((text, other)))
                self.assertEqual(faults, [])
                self.assertIn(said, "\n".join(added))

    def test_same(self):
        for why, text, other in SAME:
            with self.subTest(why):
                self.assertEqual(abi.compare(self.old, interface((text, other))),
                                 ([], []))

    def test_macros(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "tiny.h").write_text(
                "#define GUIDON_TINY_H\n#define GUIDON_VERSION_MINOR 7\n"
                "#define GUIDON_LEN 36\n#define GUIDON_BIT(x) (1u << (x))\n")
            found = abi.macros(folder, "tiny.h")
        self.assertEqual(found, "<!-- define GUIDON_BIT(x) (1u << (x)) -->\n"
                                "<!-- define GUIDON_LEN 36 -->\n")
        head, rest = self.old.split("\n", 1)
        old = f"{head}\n{found}{rest}"
        faults, added = abi.compare(old, old.replace("LEN 36", "LEN 37"))
        self.assertEqual(faults, ["GUIDON_LEN was 36 and is now 37"])
        self.assertEqual(added, [])
        self.assertEqual(abi.compare(old, self.old)[0],
                         ["GUIDON_BIT(x) was (1u << (x)) and is now missing",
                          "GUIDON_LEN was 36 and is now missing"])
        self.assertEqual(abi.compare(self.old, old),
                         ([], ["GUIDON_BIT(x)", "GUIDON_LEN"]))

    def test_soname(self):
        record = (ROOT / abi.RECORD).read_text()
        later = record.replace("libguidon.so.", "libguidon.so.9")
        self.assertIn("SONAME", "\n".join(abi.compare(record, later)[0]))


if __name__ == "__main__":
    unittest.main()
