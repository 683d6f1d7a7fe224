# SPDX-License-Identifier: MIT
"""Tests how packaging/amalgamate.py joins the files of a small tree."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "packaging"))
import amalgamate  # pylint: disable=wrong-import-position

TREE = {
    "packaging/sources.txt": "# file\nsrc/core/a.c library\nsrc/core/b.c  library\n"
                             "src/core/c.c library\nsrc/core/d.c library\n"
                             "cli/e.c tool\n",
    "src/core/both.h": "#ifndef BOTH_H\n#define BOTH_H\n"
                       "struct gdn_both { int part; };\n#endif\n",
    "src/core/rare.h": "#ifndef RARE_H\n#define RARE_H\n"
                       "int gdn_rare(void);\n#endif\n",
    "src/core/each.h": "int NAME(void);\n",
    "src/core/a.c": '#define _GNU_SOURCE\n#include "both.h"\n'
                    "#define NAME gdn_a\n"
                    '#include "each.h"\n'
                    "static int a_part(struct gdn_both *x)"
                    " { return x->part; }\n",
    "src/core/b.c": '#ifdef __linux__\n#  include "rare.h"\n#endif\n'
                    "#ifdef __APPLE__\n#  include \"rare.h\"\n#endif\n"
                    '#include "both.h"\n'
                    "#define NAME gdn_b\n"
                    '#include "each.h"\n',
    "src/core/c.c": '#include "rare.h"\n#include "late.h"\n',
    "src/core/d.c": '#include "late.h"\n',
    "src/core/late.h": "#ifndef LATE_H\n#define LATE_H\n"
                       '#include "rare.h"\nint gdn_late(void);\n#endif\n',
}


class Amalgamate(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        root = pathlib.Path(self.folder.name).resolve()
        for name, text in TREE.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        self.text = amalgamate.source(root)

    def test_a_shared_header_comes_once_and_a_template_each_time(self):
        self.assertEqual(self.text.count("struct gdn_both {"), 1)
        self.assertEqual(self.text.count("int NAME(void);"), 2)

    def test_a_header_under_a_condition_stands_under_each(self):
        for system in "__linux__", "__APPLE__":
            inside = self.text.partition(f"#ifdef {system}")[2]
            self.assertIn("gdn_rare", inside.partition("#endif\n#")[0])

    def test_a_header_without_a_condition_comes_once_more_and_never_again(self):
        self.assertEqual(self.text.count("gdn_rare"), 3)
        self.assertEqual(self.text.count("gdn_late"), 1)

    def test_macros_end_with_their_file(self):
        before, _, after = self.text.partition("src/core/b.c")
        self.assertIn("#undef NAME", before)
        self.assertIn("#undef NAME", after)

    def test_what_asks_libc_for_more_stands_at_the_top(self):
        self.assertEqual(self.text.count("define _GNU_SOURCE"), 1)
        self.assertLess(self.text.index("define _GNU_SOURCE"),
                        self.text.index("guidon.h"))


if __name__ == "__main__":
    unittest.main()
