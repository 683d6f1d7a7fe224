# SPDX-License-Identifier: MIT
"""What packaging/amalgamate.py does to files that clash, on small trees."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "packaging"))
import amalgamate  # pylint: disable=wrong-import-position

TREE = {
    "src/CMakeLists.txt": "add_library(x OBJECT\n  core/a.c\n  core/b.c)\n",
    "src/core/both.h": "#ifndef BOTH_H\n#define BOTH_H\n"
                       "struct gdn_both { int part; };\n#endif\n",
    "src/core/rare.h": "#ifndef RARE_H\n#define RARE_H\n"
                       "int gdn_rare(void);\n#endif\n",
    "src/core/each.h": "int NAME(void);\n",
    "src/core/a.c": '#define _GNU_SOURCE\n#include "both.h"\n'
                    "#define NAME gdn_a\n"
                    '#include "each.h"\n'
                    "static int part_of(struct gdn_both *x)"
                    " { return x->part; }\n"
                    "static int part = 1; /* part stays */\n",
    "src/core/b.c": '#include "both.h"\n#ifdef __linux__\n'
                    '#  include "rare.h"\n#endif\n'
                    "#define NAME gdn_b\n"
                    '#include "each.h"\n'
                    "static int part_of(int x) { return x; }\n"
                    "struct own_tag { int part_of; };\n",
}


class Amalgamate(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        root = pathlib.Path(self.folder.name).resolve()
        for name, text in TREE.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        self.text = amalgamate.source(amalgamate.Library(root))

    def test_static_names_of_two_files(self):
        self.assertIn("a_part_of(struct gdn_both *x)", self.text)
        self.assertIn("b_part_of(int x)", self.text)

    def test_a_plain_word_as_libc_may_have(self):
        self.assertIn("static int a_part = 1; /* part stays */", self.text)

    def test_members_keep_their_names(self):
        self.assertIn("return x->part;", self.text)
        self.assertIn("struct own_tag { int part_of; };", self.text)

    def test_a_shared_header_comes_once_and_a_template_each_time(self):
        self.assertEqual(self.text.count("struct gdn_both {"), 1)
        self.assertEqual(self.text.count("int NAME(void);"), 2)

    def test_a_header_under_a_condition_stays_there(self):
        inside = self.text.partition("#ifdef __linux__")[2]
        self.assertIn("gdn_rare", inside.partition("NAME")[0])

    def test_macros_end_with_their_file(self):
        before, _, after = self.text.partition("src/core/b.c")
        self.assertIn("#undef NAME", before)
        self.assertIn("#undef NAME", after)

    def test_what_asks_libc_for_more_stands_at_the_top(self):
        self.assertEqual(self.text.count("define _GNU_SOURCE"), 1)
        self.assertLess(self.text.index("define _GNU_SOURCE"),
                        self.text.index("guidon.h"))


class Names(unittest.TestCase):
    def test_what_has_file_scope(self):
        found = amalgamate.names_in("""
            static const unsigned char table[2] = {1, 2};
            static __attribute__((noinline)) int called(int argument) { }
            static int (*const pointed[])(void) = {called};
            typedef unsigned long long wide;
            enum { FIRST, SECOND = 4 };
            struct tagged { int member; };
            INLINE bool hidden_by_a_macro(void) { int local; }
            int gdn_seen_by_others(void) { return 0; }
            /* static int commented; */
        """)
        self.assertEqual(found, {
            "table", "called", "pointed", "wide", "FIRST", "SECOND",
            "struct tagged", "hidden_by_a_macro"})


if __name__ == "__main__":
    unittest.main()
