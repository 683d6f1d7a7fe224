# SPDX-License-Identifier: MIT
"""Tests the repository checks. Each check gets a good tree, and the same tree with one
fault, which it must report."""

import pathlib
import sys
import tempfile
import unittest

import bits
import documents
import folders
import hardened
import includes
import locks
import names
import one_name
import plain_words
import readme
import registries
import requirements
import spdx
import symbols
import tree
import words

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "packaging"))
import check_names
import functions_page

GOOD = {
    "include/guidon.h": "#include <guidon/id.h>\n",
    "include/guidon/id.h": "#include <stdint.h>\n",
    "packaging/sources.txt": "src/core/a.c library\nsrc/text/b.c library\n",
    "src/CMakeLists.txt": "guidon_sources(sources library)\n",
    "src/core/a.h": "#include <guidon/id.h>\n",
    "src/core/a.c": '#include "a.h"\n',
    "src/text/b.c": '#include "../core/a.h"\n# include <string.h>\n',
    "src/hash/h.h": "/* one line\n * #include <of/comment.h>\n */\n",
    "cli/basics.h": "#include <stddef.h>\n",
    "cli/text/tool.h": '#include <guidon.h>\n#include "../basics.h"\n',
    "cli/text/tool.c": '#include "tool.h"\n',
    "cli/text/other.c": '#include "tool.h"\n',
    "cli/guidon.c": '#include "text/tool.h"\n',
    "tests/support/t.h": '#include "text/../core/a.h"\n',
    "tests/t.c": '#include "core/a.h"\n#include "support/t.h"\n',
}

# name, faulty file, its text, part of the report
BAD_INCLUDES = [
    ("a lower module includes a higher one", "src/text/b.c",
     '#include "../hash/h.h"\n', "includes ../hash/h.h: upward"),
    ("blanks do not hide it", "src/text/b.c",
     '  #  include\t"../hash/h.h"\n', "upward"),
    ("nor does the search path", "src/text/b.c",
     "#include <hash/h.h>\n", "upward"),
    ("a lower module, but only found with -Isrc", "src/text/b.c",
     '#include "core/a.h"\n', "no such file beside it"),
    ("the same in angle brackets", "src/text/b.c",
     "#include <core/a.h>\n", "not by a relative path"),
    ("a header of libc, without a condition", "src/core/a.c",
     "#include <stdint.h>\n#include <string.h>\n#if X\n#  include <time.h>\n#endif\n",
     "includes <string.h> without a condition"),
    ("the library includes a test's header", "src/core/a.c",
     '#include "../../tests/support/t.h"\n', "src/ and include/ alone"),
    ("a public header includes a private one", "include/guidon/id.h",
     '#include "../../src/core/a.h"\n', "public headers alone"),
    ("a binding includes a private header", "cli/text/tool.c",
     '#include "../../src/core/a.h"\n', "a binding sees"),
    ("a binding includes one through -Isrc", "cli/text/tool.c",
     "#include <core/a.h>\n", "a binding sees"),
    ("a binding includes another", "examples/e.c",
     '#include "../cli/basics.h"\n', "a binding sees"),
    ("a lower directory of the tool includes a higher one", "cli/term/t.h",
     '#include "../text/tool.h"\n', "upward in cli/"),
    ("a file of cli/ itself includes a higher directory", "cli/args.c",
     '#include "text/tool.h"\n', "upward in cli/"),
    ("a directory of the tool without a rank", "cli/misc/m.c", "\n",
     "in no rank of cli/"),
    ("a file of cli/ itself without a rank", "cli/misc.c", "\n",
     "in no rank of cli/"),
    ("an include that nothing answers", "src/core/a.c",
     '#include "gone.h"\n', "no such file"),
    ("a directory that is no module", "src/misc/m.h", "\n", "in no module"),
    ("a file outside the modules", "src/m.h", "\n", "in no module"),
    ("one base name twice", "src/text/a.c", "\n", "has this name"),
    ("a file that the build forgets", "src/core/c.c", "\n",
     "not in packaging/sources.txt"),
]

GUARDED = "#ifndef GDN_TEXT_T_H\n#define GDN_TEXT_T_H\n%s\n#endif\n"
GOOD_NAMES = {
    "src/core/a.c": "#define STEP 1\nstatic int a_run(void) { int x; }\n",
    "src/text/b.c": "#define STEP 2\nstatic int b_run(void) { int x; }\n",
    "src/text/t.h": GUARDED % "typedef int shared_type;\n#define T_SIZE 1",
    "src/text/template.h": "static int a_run(void);\n#define T_SIZE 2\n",
    "tests/t.c": "static int a_run(void) { }\n",
}

# name, faulty file, its text, part of the report
BAD_NAMES = [
    ("two functions", "src/text/b.c", "static int a_run(void) { }\n", "a_run:"),
    ("a table", "src/text/b.c", "static int a_run[2] = {1, 2};\n", "a_run:"),
    ("a type of a header", "src/text/b.c", "static int shared_type;\n",
     "shared_type:"),
    ("a single word", "src/text/b.c", "static int sum(void) { }\n", "sum:"),
    ("an enumerator", "src/text/b.c", "enum { X, a_run };\n", "a_run:"),
    ("a function under another condition", "src/text/b.c",
     "#if 0\nstatic int a_run(void) { }\n#endif\n", "a_run:"),
    ("a macro of a header", "src/text/b.c", "#define T_SIZE 3\n", "T_SIZE:"),
]

TRUE_DOCUMENTS = {
    "README.md": "```c\nint main(void);\n```\n```cpp\nint main();\n```\n",
    "examples/first.cpp": "/* licence */\nint main();\n",
    "examples/first.c": "/* licence */\n/* what */\nint main(void);\n",
    "docs/images/speed.py": "import json\nimport pathlib\n"
                            "ROOT = pathlib.Path(__file__).parents[2]\n"
                            "PAGE = ROOT / 'docs/speed.md'\n"
                            "def read():\n    return json.loads((ROOT / "
                            "'bench/results/results.json').read_text())\n"
                            "def draw(results):\n    return results['ns']\n"
                            "def tables(results):\n    return ['| 1 |']\n",
    "docs/speed.md": "\n| 1 |\n",
    "docs/images/speed.svg": "5 ns",
    "bench/results/results.json": '{"ns": "5 ns"}',
    "docs/guarantees.md": "`t` test_it_holds, `cli_new`, `repo_includes`\n",
    "docs/threat-model.md": "`t` test_it_holds\n",
    "SECURITY.md": "`repo_includes`\n",
    "tests/t.c": "static void test_it_holds(void **state)\n",
    "tests/x.cmake": "foreach(name new includes)\n",
    "include/guidon/id.h": "/* One. Code src/core/a.c */\nint guidon_a(int x);\n"
                           "/* no line of that kind */\nint guidon_b(void);\n",
    "src/core/a.c": "int guidon_a(int x)\n{\n    guidon_c();\n}\n\nint\n"
                    "guidon_b(void)\n/* test_a.c compares them. */\n",
    "tests/core/test_a.c": "\n",
    "docs/decisions/0001-a.md": "# 1. A\n",
    "docs/decisions/0002-b.md": "# 2. B\n",
}

# name, faulty file, replaced text, replacement, part of the report
FALSE_DOCUMENTS = [
    ("another example", "README.md", "main(void)", "mine()",
     "README.md: its c example"),
    ("another example in C++", "README.md", "main()", "mine()",
     "README.md: its cpp example"),
    ("a chart of another run", "bench/results/results.json", "5 ns", "6 ns",
     "docs/images/speed.svg: is not"),
    ("a table of another run", "docs/speed.md", "1", "2",
     "docs/images/speed.py: this table is not in speed.md"),
    ("no such test", "tests/t.c", "it_holds", "that", "no test_it_holds"),
    ("no such session", "tests/x.cmake", "new", "old", "no test of new"),
    ("no such test of a threat", "docs/threat-model.md", "it_holds", "that",
     "docs/threat-model.md: there is no test_that"),
    ("no such check", "SECURITY.md", "includes", "halls",
     "SECURITY.md: there is no test of halls"),
    ("not in that file", "src/core/a.c", "guidon_a", "guidon_z",
     "guidon_a is not defined"),
    ("a comment on a test that is not there", "src/core/a.c", "test_a", "test_b",
     "src/core/a.c: there is no tests/*/test_b.c"),
    ("a link to nothing", "docs/threat-model.md", "`t`", "[x](y.md)",
     "docs/threat-model.md: a link to y.md"),
    ("a call is no definition", "include/guidon/id.h", "guidon_b", "guidon_c",
     "guidon_c is not defined"),
]


RESOLVED = {
    "docs/requirements.md": "| code | text | section | shown by |\n"
                            "|---|---|---|---|\n"
                            "| R1 | x | 4 | `t` test_it_holds, `a.json` |\n"
                            "| R2 | y | 5 | `cli_new` |\n"
                            "| R3 | z | 6 | not applicable: no need |\n"
                            "| trap 2 | w | `t` test_it_holds |\n",
    "a.json": "{}\n",
    "tests/core/test_t.c": "/* R1, and traps 2 */\nvoid test_it_holds(void **state)\n",
    "tests/x.cmake": "foreach(name new includes)\n",
    "include/guidon/id.h": "/* RFC 9562, section 4 */\nint R9;\n",
    "tests/a.c": "/* R2, in C11 at 2026-01-01T10:00 */\n#define R7 \"x\"\n",
}

# name, faulty file, replaced text, replacement, part of the report
UNRESOLVED = [
    ("a code that is not listed", "tests/a.c", "R2", "R4",
     "tests/a.c:1: R4 is not in docs/requirements.md"),
    ("a mistake that is not listed", "tests/core/test_t.c", "traps 2", "traps 2, 3",
     "tests/core/test_t.c:1: trap 3 is not in"),
    ("a code in a string", "tests/a.c", '"x"', '"U7"', "tests/a.c:2: U7"),
    ("a code in a document", "a.json", "{}", '{"why": "R5: x"}', "a.json:1: R5"),
    ("a public header cites a code", "include/guidon/id.h", "RFC 9562", "R1",
     "include/guidon/id.h:1: cites R1, not the standard"),
    ("no such function", "tests/core/test_t.c", "it_holds", "that",
     "R1: t has no test_it_holds"),
    ("no such program", "docs/requirements.md", "`t`", "`u`",
     "R1: u has no test_it_holds"),
    ("no such vectors", "docs/requirements.md", "a.json", "b.json",
     "R1: there is no b.json"),
    ("no such test", "docs/requirements.md", "cli_new", "cli_old",
     "R2: there is no test cli_old"),
    ("no evidence", "docs/requirements.md", "not applicable", "applicable",
     'R3: neither a test nor "not applicable: "'),
    ("no list", "docs/requirements.md", "| R", "R",
     "tests/a.c:1: R2 is not in"),
]


# The shortened output of readelf for a good file, and replacements of lines.
HEADER = "  Type:                              DYN (Shared object file)\n"
SEGMENTS = ("  LOAD           0x000000 0x0 0x0 0x99999 0x99999 R E 0x1000\n"
            "  GNU_STACK      0x000000 0x0 0x0 0x00000 0x00000 RW  0x10\n"
            "  GNU_RELRO      0x034a48 0x0 0x0 0x005b8 0x005b8 R   0x1\n")
DYNAMIC = " 0x000000000000001e (FLAGS)              BIND_NOW\n"
SYMBOLS = "UND __stack_chk_fail@GLIBC_2.4\nUND __memcpy_chk@GLIBC_2.3.4\n"
MARKED = ("Machine: Advanced Micro Devices X86-64\n",
          "\nFile: x.a(a.o)\nProperties: x86 feature: IBT, SHSTK\n"
          "\nFile: x.a(b.o)\nProperties: x86 feature: IBT, SHSTK\n")
UNHARDENED = [
    ("GNU_RELRO", "NOTE", "no RELRO"),
    ("RW  0x10", "RWE 0x10", "an executable stack"),
    ("GNU_STACK", "NOTE", "an executable stack, or no word on it"),
    ("R E 0x1000", "RWE 0x1000", "written and run"),
    ("BIND_NOW", "SYMBOLIC", "not bound at the start"),
    ("BIND_NOW", "BIND_NOW TEXTREL", "text relocations"),
    ("BIND_NOW\n", "BIND_NOW\n(RUNPATH) [/x]\n", "a search path"),
    ("DYN (Shared", "EXEC (x", "PIE"),
]


# A rule of plain_words.py that fails the check, and a sentence that it must find.
HARD_PUZZLES = [
    ("who-wants", "It is for who wants it."),
    ("who-wants", "Whoever asks gets it."),
    ("who-wants", "By what one has."),
    ("what-is-there", "It keeps what is there."),
    ("house", "A map of rooms."),
    ("stamp", "A stamp follows the other."),
    ("dealt", "Ids are dealt in order."),
    ("dealt", "The step is used up."),
    ("twin", "The scalar twin defines it."),
    ("let", "The state is let to a counter."),
    ("let", "No memory is to be had."),
    ("shortest-way", "It goes the shortest way."),
    ("face", "Nine faces call the library."),
    ("requirement-code", "See R61."),
]
# A rule of plain_words.py, and a sentence that it must find.
PUZZLES = [
    ("relative-subject", "What is left out is listed below."),
    ("relative-subject", "That each id differs is tested."),
    ("where-if", "Where the file is missing, the call fails."),
    ("where-if", "It stops, where it can."),
    ("what-is", "The call reads what is in the file."),
    ("who", "It is for who calls it twice."),
    ("one-as-person", "Here one has a file."),
    ("one-as-noun", "The call takes that one."),
    ("told", "The error is told by a status."),
    ("let", "The state is let to a counter."),
    ("alone", "It reads memory alone."),
    ("but-for", "All but two, but for these."),
    ("there-is", "There is no lock."),
    ("late-verb", "Assumed is a clock."),
    ("nor", "Nor is a build needed."),
    ("begin", "The child begins afresh."),
    ("private-word", "Each room has a twin."),
    ("since", "It waits, since the clock stands."),
    ("likewise", "The same holds for ids."),
    ("semicolons", "One; two; three."),
]
OF_DOCUMENTS = {"semicolons"}
WRITTEN_IN = {"a.md": "# One\n%s\n", "src/core/a.c": "/*\n * %s\n */\n",
              "cli/a.c": "\nchar *a = \"%s\";\n"}
PLAIN = [
    "Guidon checks the file when it opens it.",
    "That is an error.",
    "What does the call return?",
    "The file lies where you put it.",
    "`what is there` and [`who`](for.who) are code.",
    "    What is indented is code.",
]


HASH = "--hash=sha256:" + 64 * "0"
GOOD_LOCKS = {
    "requirements.txt": f"# about\nx==1 \\\n    {HASH} \\\n    {HASH}\n",
    "Cargo.toml": "[dependencies]\n",
    "Cargo.lock": '[[package]]\nname = "own"\n\n[[package]]\nname = "x"\n'
                  'source = "registry"\nchecksum = "0"\n',
    "package.json": "{}",
    "package-lock.json": '{"packages": {"": {}, "x": {"integrity": "sha512-0"}}}',
    "go.mod": "module y\n\ngo 1.25\n\nrequire (\n\texample.org/x v1.0.0\n)\n",
    "go.sum": "example.org/x v1.0.0 h1:0=\nexample.org/x v1.0.0/go.mod h1:0=\n",
    "pom.xml": "<dependency>\n<artifactId>x</artifactId>\n</dependency>\n<dependency>\n"
               "<artifactId>own</artifactId>\n<version>${project.version}</version>\n"
               "</dependency>\n",
    "checksums.txt": "# about\n" + 64 * "0" + "  x-1.0.jar\n",
    "a.py": 'do(python, "-m", "pip", "install",\n   "--require-hashes")\n'
            'do("cargo", "build", "--locked")\ndo("npm", "ci")\n'
            'do("go", "build", "-mod=readonly", ".")\n',
    "b.sh": "pip install \\\n    --require-hashes -r x\ncargo build --locked\n"
            "pip install --no-index x\nnpm install --offline x.tgz\n",
}

# name, faulty file, its text, part of the report
BAD_LOCKS = [
    ("pip in Python", "a.py",
     'do("pip", "install", "x")\ndo("--require-hashes")\n', "a.py:1: pip install"),
    ("pip in a script", "b.sh", "pip3 install x\n# --require-hashes\n",
     "without --require-hashes"),
    ("pip download", "a.py", 'do("pip", "download", "x")\n', "pip download"),
    ("cargo", "b.sh", "cargo build --release\n", "cargo build without --locked"),
    ("cargo in Python", "a.py", 'do("cargo",\n   "run")\n', "without --locked"),
    ("go", "b.sh", "go build .\n", "without -mod=readonly"),
    ("go get", "b.sh", "go get x\n", "ignores the lock file"),
    ("npm install", "a.py", 'do("npm", "install")\n', "ignores the lock file"),
    ("npm without the lock", "b.sh", "npm install x\n# --offline\n", "ignores the lock file"),
    ("a requirement without a hash", "requirements.txt",
     f"x==1 {HASH}\ny==2\n", "y==2 has no hash"),
    ("a requirement without a version", "requirements.txt",
     f"x {HASH}\n", "x has no hash"),
    ("no lock file", "Cargo.lock", None, "Cargo.toml: no Cargo.lock"),
    ("a crate without a checksum", "Cargo.lock",
     '[[package]]\nname = "x"\nsource = "registry"\n', "x has no checksum"),
    ("no lock file of npm", "package-lock.json", None, "no package-lock.json"),
    ("a package without integrity", "package-lock.json",
     '{"packages": {"x": {}}}', "x has no integrity"),
    ("a registry by name", "package-lock.json",
     '{"packages": {"x": {"integrity": "0", "resolved": "https://example.org"}}}',
     "x names a registry"),
    ("no go.sum", "go.sum", None, "no go.sum"),
    ("a module whose go.mod alone has a hash", "go.sum",
     "example.org/x v1.0.0/go.mod h1:0=\n", "example.org/x has no hash"),
    ("no checksums of jars", "checksums.txt", None, "no checksums.txt"),
    ("a jar without a checksum", "checksums.txt", "0  x-1.0.jar\n",
     "x has no checksum"),
]

NAMES_HEAD = "PyPI | ours-ids | ours | %s | 2026-11-24 | x\n"
NAMES = {
    "packaging/names.txt": "# names\n" + NAMES_HEAD % "free" +
    "PyPI | guidon | - | taken by somebody else | 2026-11-24 | none\n"
    "npm | guidon | guidon | free | 2026-11-24 | x\n"
    "Debian | libguidon-dev | x | free | 2026-11-24 | x\n"
    "DuckDB | guidon | guidon | not looked up | - | x\n",
    "README.md": "Run `pip install ./bindings/python`, or\n```sh\nnpm install DIR\n"
    "pip install --require-hashes -r needs.txt\n"
    "pip install --no-index --find-links /release ours-ids\n"
    "sudo apt-get install ./build/deb/libguidon-dev_*.deb gcc\n```\n",
    "pyproject.toml": 'name = "ours-ids"\n',
    "package.json": '{"name": "guidon"}',
}

# why, file, its text, part of the report
BAD_OFFERS = [
    ("somebody else's name", "a.md", "```sh\npip install guidon\n```\n",
     "a.md:2: PyPI name \"guidon\" is taken by somebody else"),
    ("with an extra", "a.md", "Run `pip install 'guidon[spark]'`.\n", "is taken by"),
    ("an extra in a message", "a.py", 'x = "the extra guidon[spark]"\n', "is taken by"),
    ("in a message", "a.py", 'x = "run pip install guidon first"\n', "is taken by"),
    ("by an option", "a.md", "`pip install --upgrade guidon`\n", "is taken by"),
    ("a name beside others", "a.md", "`python3 -m pip install -U wheels guidon`\n",
     "is taken by"),
    ("a look-up", "a.py", 'importlib.metadata.version("guidon")\n', "is taken by"),
    ("a manifest", "pyproject.toml", 'name = "guidon"\n', "is taken by"),
    ("an unknown name", "a.md", "`pip install guidon-extra`\n", "is not in packaging"),
    ("an unknown manifest", "package.json", '{"name": "guidon-x"}', "is not in packaging"),
    ("free, not published", "a.md", "```sh\npip install ours-ids\n```\n",
     "installs \"ours-ids\" from PyPI, where it is not published"),
    ("npm", "a.md", "```sh\nnpm install guidon\n```\n", "from npm"),
    ("Debian", "a.md", "`sudo apt install gcc libguidon-dev`\n", "from Debian"),
    ("DuckDB", "a.md", "`INSTALL guidon FROM community`\n", "from DuckDB"),
    ("a release", "a.md", "Compare with the last release.\n", "nothing is published"),
    ("a classifier", "a.toml", '"Development Status :: 5 - Production/Stable"\n',
     "nothing is published"),
    ("no address", "a.md", "Use FetchContent.\n", "nothing is published"),
    ("an unknown state", "packaging/names.txt", NAMES_HEAD % "wanted", "is not one of"),
    ("a state that nobody looked up", "packaging/names.txt",
     "npm | guidon | guidon | free | - | x\n" + NAMES_HEAD % "free", "needs the day"),
]

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\3\xe8\0\0\1\xf4"  # 1000 x 500
GOOD_README = {
    "README.md": "# G\n\n```sh\n./dev run     # build\n./dev test    # test\n```\n\n"
                 "![bits](a.png)\n\n| a | b |\n|---|---|\n"
                 "| X | [x](bindings/x/README.md) |\n\n## More\n\n[all](docs/README.md), "
                 "[why](docs/why)\n",
    "a.png": PNG,
    "bindings/x/README.md": "# X\n",
    "docs/README.md": "[one](one.md)\n",
    "docs/one.md": "# One\n",
    "docs/why/1.md": "# Why\n",
}
# why, file, replaced text, replacement, part of the report
BAD_READMES = [
    ("a long screen", "README.md", "# G\n", "# G\n" * 41, "at most 40 fit"),
    ("a third command", "README.md", "./dev run ", "./dev help\n./dev run ", "the commands"),
    ("two pictures", "README.md", "![bits](a.png)", "![b](a.png) ![b](a.png)", "2 pictures"),
    ("no picture", "README.md", "![bits](a.png)", "", "0 pictures"),
    ("a missing picture", "README.md", "a.png", "b.png", "b.png is not a PNG"),
    ("a high picture", "a.png", b"\1\xf4", b"\1\xf5", "1000 x 501, higher than half"),
    ("two tables", "README.md", "## More", "|---|\n\n## More", "2 tables"),
    ("three steps", "docs/README.md", "one.md", "two.md", "docs/one.md: is more than two"),
    ("a page of a folder two steps away", "README.md", ", [why](docs/why)", "", "docs/why/1.md"),
]


class Checks(unittest.TestCase):
    def report(self, check, change):
        """The report of a check for the good tree with `change`."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder).resolve()
            for name, text in {**GOOD, **change}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                data = text if isinstance(text, bytes) else text.encode()
                (root / name).write_bytes(data)
            return check(root)

    def test_good_tree_passes(self):
        self.assertEqual(self.report(includes.check, {}), [])
        self.assertEqual(self.report(words.check, {}), [])
        self.assertEqual(self.report(names.check, GOOD_NAMES), [])

    def test_bits(self):
        """Each number of the real pages is compared: one more is a fault."""
        root = pathlib.Path(__file__).resolve().parents[2]
        table = "tests/vectors/bits.json", "docs/statistics.md"
        tree_of_bits = {name: (root / name).read_text(encoding="utf-8") for name in
                        {*table, *(file for file, _, _ in bits.PHRASES)}}
        self.assertEqual(self.report(bits.check, tree_of_bits), [])
        for why, file, old, new, said in [
                ("a phrase", "docs/threat-model.md", "| ULID | 80 |", "| ULID | 81 |",
                 "'ULID' has 80"),
                ("no phrase", "docs/threat-model.md", "| ULID | 80 |", "| ULIDs |",
                 "stands there 0 times"),
                ("a row", "docs/statistics.md", "| v7 counter | 54 |",
                 "| v7 counter | 55 |", "the table of bits"),
                ("the table", "tests/vectors/bits.json", '"bits": 32', '"bits": 33',
                 "the table of bits")]:
            with self.subTest(why):
                self.assertIn(old, tree_of_bits[file])
                change = {**tree_of_bits,
                          file: tree_of_bits[file].replace(old, new)}
                self.assertIn(said, "\n".join(self.report(bits.check, change)))

    def test_registries(self):
        self.assertEqual(self.report(registries.check, NAMES), [])
        for why, name, text, said in BAD_OFFERS:
            with self.subTest(why):
                faults = "\n".join(self.report(registries.check, {**NAMES, name: text}))
                self.assertIn(said, faults)

    def test_registries_after_publishing(self):
        listed = NAMES["packaging/names.txt"].replace("| free |", "| ours |")
        change = {"packaging/names.txt": listed, "a.md": "`pip install ours-ids`\n"
                  "`npm install guidon`: the last release\n"}
        self.assertEqual(self.report(registries.check, {**NAMES, **change}), [])

    def ask(self, listed, answers):
        """What check_names.py says if the registries give these answers: for each name
        (status, text) of the client; other names are unknown."""
        known = {"pip": (0, "pip (1)"), "npm": (0, "name = 'npm'"), **answers}
        said = []

        def client(command):
            unknown = "npm error code E404" if command[0] == "npm" else (
                "ERROR: No matching distribution found")
            return known.get(command[-1], (1, unknown))
        return check_names.check(listed, client, said.append), "\n".join(said)

    def test_names_of_registries(self):
        listed = NAMES["packaging/names.txt"]
        there = (0, "guidon (0.0.1)")
        status, said = self.ask(listed, {})
        self.assertEqual(status, 0)
        self.assertIn("npm guidon: free", said)
        status, said = self.ask(listed, {"ours-ids": there})
        self.assertEqual(status, 1)
        self.assertIn("PyPI ours-ids: somebody has published this name", said)
        listed = listed.replace("| free |", "| ours |")
        self.assertEqual(self.ask(listed, {"ours-ids": there, "guidon": there})[0], 0)
        status, said = self.ask(listed, {"guidon": there})
        self.assertEqual(status, 1)
        self.assertIn("PyPI ours-ids: the file says \"ours\"", said)

    def test_names_of_registries_without_an_answer(self):
        listed = NAMES["packaging/names.txt"]
        for why, answers in [
                ("pip says the same without a network",
                 {"pip": (1, "ERROR: No matching distribution found")}),
                ("it fails later", {"ours-ids": (
                    1, "WARNING: Retrying\nERROR: No matching distribution found")}),
                ("npm", {"guidon": (1, "npm error code ENOTFOUND")})]:
            with self.subTest(why):
                status, said = self.ask(listed, answers)
                self.assertEqual(status, 2)
                self.assertIn("did not answer", said)

    def test_names(self):
        for why, name, text, said in BAD_NAMES:
            with self.subTest(why):
                change = {**GOOD_NAMES, name: text}
                faults = self.report(names.check, change)
                self.assertEqual(len(faults), 1)
                self.assertIn(said, faults[0])
                self.assertIn(name, faults[0])

    def test_names_with_file_scope(self):
        self.assertEqual(names.names_in("""
            static const unsigned char table[2] = {1, 2};
            static __attribute__((noinline)) int called(int argument) { }
            static int (*const pointed[])(void) = {called};
            typedef unsigned long long wide;
            enum { FIRST, SECOND = 4 };
            struct tagged { int member; };
            INLINE bool hidden_by_a_macro(void) { int local; }
            int gdn_seen_by_others(void) { return 0; }
            /* static int commented; */
            _Static_assert(sizeof(wide) == 8, "");
            GDN_EMPTY_FILE;
        """), {"table", "called", "pointed", "wide", "FIRST", "SECOND",
               "struct tagged", "hidden_by_a_macro"})

    def test_includes(self):
        for why, name, text, said in BAD_INCLUDES:
            with self.subTest(why):
                faults = "\n".join(self.report(includes.check, {name: text}))
                self.assertIn(said, faults)
                self.assertIn(name, faults)

    def test_circles(self):
        change = {"cli/text/tool.h": '#include "other.h"\n',
                  "cli/text/other.h": "\n",
                  "cli/text/other.c": '#include "tool.h"\n'}
        self.assertEqual(self.report(includes.check, change), [
            "cli/: a circle of includes: "
            "cli/text/tool - cli/text/other - cli/text/tool"])
        change = {"src/core/a.h": '#include "e.h"\n',
                  "src/core/e.h": '#include "f.h"\n',
                  "src/core/f.h": "\n",
                  "src/core/f.c": '#include "f.h"\n#include "a.h"\n',
                  "packaging/sources.txt": "src/core/a.c library\nsrc/text/b.c library\n"
                                           "src/core/f.c library\n"}
        self.assertEqual(self.report(includes.check, change), [
            "src/: a circle of includes: "
            "src/core/a - src/core/e - src/core/f - src/core/a"])

    def test_an_archive_without_its_builds(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder).resolve() / "build"
            for name in ["a.c", "build.c", "out/CMakeCache.txt", "out/b.c",
                         "out/deep/c.c", "building/d.c", "p/__pycache__/e.py"]:
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).touch()
            self.assertEqual([str(path) for path in tree.files(root)],
                             ["a.c", "build.c", "building/d.c"])

    def test_includes_of_an_empty_tree(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(includes.check(pathlib.Path(folder)),
                             ["src/: empty"])

    def test_documents(self):
        self.assertEqual(self.report(documents.check, TRUE_DOCUMENTS), [])
        for why, name, old, new, said in FALSE_DOCUMENTS:
            text = TRUE_DOCUMENTS[name].replace(old, new)
            with self.subTest(why):
                change = {**TRUE_DOCUMENTS, name: text}
                faults = "\n".join(self.report(documents.check, change))
                self.assertIn(said, faults)

    def test_readme(self):
        self.assertEqual(self.report(readme.check, GOOD_README), [])
        for name in "docs/recipes/r.md", "services/s/README.md":
            faults = self.report(readme.check, {**GOOD_README, name: "# A page\n"})
            self.assertIn(f"README.md: no link to {name} above the first heading", faults)
        for why, name, old, new, said in BAD_READMES:
            with self.subTest(why):
                change = {**GOOD_README, name: GOOD_README[name].replace(old, new)}
                self.assertIn(said, "\n".join(self.report(readme.check, change)))

    def test_numbers_of_decisions(self):
        change = {**TRUE_DOCUMENTS, "docs/decisions/0002-c.md": "# 2. C\n"}
        self.assertEqual(self.report(documents.check, change), [
            "docs/decisions/0002-c.md: has the number of 0002-b.md"])

    def test_requirements(self):
        self.assertEqual(self.report(requirements.check, RESOLVED), [])
        for why, name, old, new, said in UNRESOLVED:
            text = RESOLVED[name].replace(old, new)
            with self.subTest(why):
                self.assertNotEqual(text, RESOLVED[name])
                change = {**RESOLVED, name: text}
                faults = "\n".join(self.report(requirements.check, change))
                self.assertIn(said, faults)

    def test_hardened(self):
        good = [HEADER, SEGMENTS, DYNAMIC]
        self.assertEqual(hardened.file_faults(*good), [])
        for old, new, said in UNHARDENED:
            with self.subTest(said):
                bad = [text.replace(old, new) for text in good]
                self.assertNotEqual(bad, good)
                self.assertIn(said, "\n".join(hardened.file_faults(*bad)))

    def test_hardened_calls_and_marks(self):
        self.assertEqual(hardened.call_faults(SYMBOLS, True), [])
        self.assertEqual(hardened.call_faults("", False), ["no stack protector"])
        self.assertEqual(len(hardened.call_faults("", True)), 2)
        machine, notes = MARKED
        self.assertEqual(hardened.mark_faults(machine, notes), [])
        self.assertEqual(
            hardened.mark_faults(machine, notes.replace("IBT, ", "", 1)),
            ["x.a(a.o): no marks for branches"])
        self.assertEqual(hardened.mark_faults(machine, ""), ["no object"])
        self.assertEqual(hardened.mark_faults("Machine: IBM S/390", ""), [])

    def test_locks(self):
        self.assertEqual(self.report(locks.check, GOOD_LOCKS), [])
        for why, name, text, said in BAD_LOCKS:
            with self.subTest(why):
                change = {**GOOD_LOCKS, name: text}
                if text is None:
                    del change[name]
                faults = self.report(locks.check, change)
                self.assertEqual(len(faults), 1, faults)
                self.assertIn(said, faults[0])

    def test_one_name(self):
        head = "| `parse` | text to id | ✓ | ✓ | ✓ | ✓ | ✓ | ✓ | "
        page = head + "✓ | ✓ | |\n| `v7_floor` | a bound | ✓ | ✓ | ✓ | ✓ | – | – | – | `Ulid.floor` " \
            "| few |\n" \
            "\n## Of one place alone\n\n| SQLite | `series` `own_*` | a table |\n"
        sqlite = ["guidon_parse", "guidon_v7_floor", "guidon_v7_floor_blob", "guidon_series",
                  "guidon_own_step"]
        differ = functions_page.differences
        self.assertEqual(differ("SQLite", sqlite, page), [])
        self.assertEqual(differ("npm", ["parse"], page), [])
        self.assertIn("guidon_read", differ("SQLite", [*sqlite, "guidon_read"], page)[0])
        self.assertIn("v7_floor", differ("SQLite", ["guidon_parse", "guidon_series"], page)[0])
        self.assertIn("v7Floor", differ("npm", ["parse", "v7Floor"], page)[0])
        self.assertEqual(list(one_name.without_reason(page)), [])
        java = ["parse", "Ulid.floor"]
        self.assertEqual(differ("Java", java, page), [])
        self.assertIn("v7At", differ("Java", [*java, "v7At"], page)[0])
        self.assertIn("Ulid.floor", differ("Java", ["parse"], page)[0])
        lacking = list(one_name.without_reason(page + head + "`read` | ✓ | |\n"))
        self.assertEqual(len(lacking), 1)
        self.assertIn("another name in npm", lacking[0])

    def test_one_name_of_commands(self):
        root = pathlib.Path(__file__).resolve().parents[2]
        page = functions_page.PAGE.read_text(encoding="utf-8")
        row = next(line for line in page.splitlines(True) if line.startswith("| `short` |"))
        for old, new, said in [
                (row, "", "differ in short"),
                (row, row.replace("`short_length`", "`nonsuch`"), "name nonsuch"),
                ("`ncs`, ", "", "lack ncs")]:
            self.assertEqual(list(one_name.commands_without_a_row(root, page)), [])
            faults = list(one_name.commands_without_a_row(root, page.replace(old, new, 1)))
            self.assertEqual(len(faults), 1, faults)
            self.assertIn(said, faults[0])

    def test_one_name_of_cpp(self):
        root = pathlib.Path(__file__).resolve().parents[2]
        page = functions_page.PAGE.read_text(encoding="utf-8")
        faults = list(one_name.differences_of_cpp(root, page.replace("`try_fill_at` ", "")))
        self.assertEqual(faults, ["try_fill_at of C++ is in no row of docs/functions.md"])

    def test_one_name_of_macros(self):
        def pasted(root):
            return list(one_name.pasted_names(root))

        plain = "#define WRITE(name) gdn_##name##_write\nint guidon_parse(void);\n"
        self.assertEqual(self.report(pasted, {"src/text/x.c": plain}), [])
        for path, text in [("src/text/x.c", "#define READ(n) int guidon_##n(void)\n"),
                           ("include/guidon/x.h", "#define READ(n) int guidon_##n(void)\n"),
                           ("extensions/postgresql/src/x.c", "#define F(n) x_##n\n")]:
            (fault,) = self.report(pasted, {path: text})
            self.assertTrue(fault.startswith(f"{path}: a macro pastes"), fault)

    def test_one_name_of_spark(self):
        root = pathlib.Path(__file__).resolve().parents[2]
        page = functions_page.PAGE.read_text(encoding="utf-8")
        self.assertEqual(list(one_name.differences_of_spark(root, page)), [])
        faults = list(one_name.differences_of_spark(root, page.replace("| `unmask` |", "| `x` |")))
        self.assertEqual(faults, ["guidon_unmask of Spark is in no row of docs/functions.md"])

    def test_folders(self):
        def many(folder, n):
            return {f"{folder}/{i}.md": "" for i in range(n)}

        self.assertEqual(self.report(folders.check, many("docs", 60)), [])
        self.assertEqual(self.report(folders.check, many("fuzz/corpus/parse", 61)), [])
        self.assertEqual(self.report(folders.check, many("tests/a", 60)), [])
        for folder, n in ("docs", 61), ("tests", 15), ("src/clock", 13):
            (fault,) = self.report(folders.check, many(folder, n))
            self.assertTrue(fault.startswith(f"{folder}/: "), fault)

    def test_spdx(self):
        line = "SPDX-License-Identifier: MIT\n"
        for name in GOOD.keys() - {"packaging/sources.txt"}:
            lacking = f"{name}: no SPDX line in its first three"
            for head, ok in [("", False), ("\n\n", True), ("\n\n\n", False)]:
                text = head + line if head else "/* nothing */\n"
                with self.subTest(name=name, text=text):
                    faults = self.report(spdx.check, {name: text})
                    self.assertEqual(lacking not in faults, ok)

    def test_spdx_by_first_line(self):
        self.assertIn("run: no SPDX line in its first three",
                      self.report(spdx.check, {"run": "#!/bin/sh\n"}))

    def test_words(self):
        for word in ["../" + "shared", "/wo" + "rk/", "This " + "session"]:
            with self.subTest(word):
                faults = self.report(words.check, {"a.md": f"x\nin {word}."})
                self.assertEqual(faults, [f'a.md:2: says "{word}"'])

    def test_plain_words_finds_each_habit(self):
        for rule, text in PUZZLES:
            for name, shape in WRITTEN_IN.items():
                if rule in OF_DOCUMENTS and name != "a.md":
                    continue
                with self.subTest(rule=rule, name=name):
                    found = self.warnings({name: shape % text})
                    self.assertIn(f"{name}:2: {rule}", found)

    def test_plain_words_leaves_plain_sentences(self):
        for text in PLAIN:
            with self.subTest(text):
                self.assertEqual(self.warnings({"a.md": f"\n{text}\n"}), [])

    def test_plain_words_measures_sentences_and_cells(self):
        words = "word " * 35
        for text, found in [
                (f"\n{words}.\n", []),
                (f"\n{words} one.\n", ["a.md:2: long-sentence"]),
                (f"\n**Two words.** {words}.\n", []),
                (f"\nA {words}\nword.\nOne.\n", ["a.md:2: long-sentence"]),
                (f"\n| {words} | b |\n", ["a.md:2: full-cell"]),
                (f"\n```\n{words} one\n```\n", [])]:
            with self.subTest(text):
                self.assertEqual(self.warnings({"a.md": text}), found)

    def test_plain_words_fails_on_each_hard_rule(self):
        self.assertEqual({name for name, _ in HARD_PUZZLES},
                         {rule.name for rule in plain_words.HARD})
        for name, text in HARD_PUZZLES:
            with self.subTest(name):
                faults = self.report(plain_words.check,
                                     {"README.md": f"A\n\n{text}\n"})
                self.assertEqual(len(faults), 1)
                self.assertIn(f"README.md:3: {name}:", faults[0])
                self.assertEqual(
                    self.report(plain_words.check,
                                {"tests/a.c": f"/* {text} */"}), [])

    def test_plain_words_looks_for_codes_in_public_pages_only(self):
        code = {"include/guidon/id.h": "/* See R61. */\n"}
        self.assertEqual(len(self.report(plain_words.check, code)), 1)
        for name, text in [("src/core/a.c", "/* See R61. */\n"),
                           ("include/guidon/id.h", "/* In C11, 4.R61. */\n")]:
            self.assertEqual(self.report(plain_words.check, {name: text}), [])

    def warnings(self, change):
        found = self.report(plain_words.warnings, change)
        return [f"{one.path}:{one.line}: {one.rule.name}" for one in found]

    def test_declarations(self):
        header = """
            #define GUIDON_API __attribute__((visibility("default")))
            #define GUIDON_TWO(x) \\
                GUIDON_API x(void)
            /* GUIDON_API int guidon_commented(void); */
            GUIDON_API MUST_CHECK guidon_status
            guidon_split(guidon_id *out, int (*f)(void));
            GUIDON_API const char *guidon_text(void);
            int guidon_hidden(void);
        """
        self.assertEqual(symbols.declared_in(header),
                         ["guidon_split", "guidon_text"])

    def test_soname(self):
        header = "#define GUIDON_VERSION_MAJOR   12\n"
        self.assertEqual(symbols.soname_due(header), "libguidon.so.12")

    def test_visible_names(self):
        table = """
   Num:    Value          Size Type    Bind   Vis      Ndx Name
     1: 0000000000000000     4 FUNC    GLOBAL DEFAULT    1 guidon_seen
     2: 0000000000000000     4 FUNC    WEAK   DEFAULT    1 guidon_weak
     3: 0000000000000000     4 FUNC    GLOBAL HIDDEN     1 guidon_hidden
     4: 0000000000000000     4 FUNC    LOCAL  DEFAULT    1 write
     5: 0000000000000000     0 NOTYPE  GLOBAL DEFAULT  UND memcpy
        """
        self.assertEqual(symbols.visible_names(table),
                         {"guidon_seen", "guidon_weak"})

    def test_differences(self):
        self.assertEqual(symbols.differences("x", {"a", "b"}, {"b", "c"}),
                         ["x: lacks a", "x: has also c"])


if __name__ == "__main__":
    unittest.main()
