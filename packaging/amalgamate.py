# SPDX-License-Identifier: MIT
"""amalgamate.py SOURCE_DIR OUT_DIR: the library as two files, guidon.c and
guidon.h, for programs that compile it themselves: `cc app.c guidon.c`. The C++
header is written beside them as one file too, and <guidon/inline.h> as
guidon-inline.h.

guidon.c has the files of the library in the order of packaging/sources.txt. No name with
file scope stands in two of them (tests/repo/names.py), so the files need few
changes:

- A header takes the place of its include. If an include without a condition came
  earlier, the header is left out.
- A template, which is a header without a guard, takes the place of each include.
- The macros of a file and of its templates are undefined at the end of the file.
- Macros that ask libc for more than ISO C move to the top.
"""

import pathlib
import re
import sys

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)".*\n', re.M)
PUBLIC = re.compile(r"^[ \t]*#[ \t]*include[ \t]*<guidon[./][^>]*>.*\n", re.M)
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
CONDITION = re.compile(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|endif)\b", re.M)
GUARD = re.compile(r"^#ifndef (\w+_H)\n#define \1\n", re.M)
SPDX = re.compile(r"^/\* SPDX-License-Identifier: .* \*/\n")
ASKS_LIBC = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(?:_[A-Z_]+_SOURCE|_WIN32_WINNT)\b.*\n", re.M)

LIBC = """\
#if defined(__cplusplus)
#  error "guidon.c is C; compile it with a C compiler: cc -c guidon.c"
#else /* to the end, so that this is the only error */

/* What libc declares beyond ISO C, requested before the first libc header. */
#if defined(_WIN32)
#  if !defined(_WIN32_WINNT)
#    define _WIN32_WINNT 0x0602
#  endif
#elif defined(__linux__)
#  if !defined(_GNU_SOURCE)
#    define _GNU_SOURCE
#  endif
#else
#  if !defined(_DEFAULT_SOURCE)
#    define _DEFAULT_SOURCE
#  endif
#  if !defined(_DARWIN_C_SOURCE)
#    define _DARWIN_C_SOURCE
#  endif
#  if !defined(_NETBSD_SOURCE)
#    define _NETBSD_SOURCE
#  endif
#endif
#define GUIDON_BUILDING

/* Not every user of a template uses all of it, and locals of one file may have the
 * names of functions of another. */
#if defined(__GNUC__)
#  pragma GCC diagnostic ignored "-Wshadow"
#  pragma GCC diagnostic ignored "-Wunused-function"
#  pragma GCC diagnostic ignored "-Wunused-const-variable"
#endif

#include "guidon.h"
"""


def depth_at(text, offset):
    """The number of conditions around an offset, without the guard."""
    depth = -1 if GUARD.search(text) else 0
    for match in CONDITION.finditer(text, 0, offset):
        depth += -1 if match[1] == "endif" else 1
    return depth


def expanded(path, depth, done, macros):
    """The text of a file with its headers in place.

    `depth` counts the conditions around it. `done` has the headers that already
    stand under no condition. `macros` collects those of the file and its
    templates.
    """
    text = ASKS_LIBC.sub("", PUBLIC.sub("", SPDX.sub("", path.read_text())))
    guarded = GUARD.search(text)
    if not guarded:
        macros.update(MACRO.findall(text))

    def put(match):
        header = (path.parent / match[1]).resolve()
        inside = depth + depth_at(text, match.start())
        return "" if header in done else expanded(header, inside, done, macros)

    if guarded and depth == 0:
        done.add(path)
    return INCLUDE.sub(put, text)


def source(root):
    listed = (root / "packaging/sources.txt").read_text()
    out, done = [LIBC], set()
    for name in re.findall(r"^src/(\S+) .*\blibrary\b", listed, re.M):
        macros = set()
        text = expanded((root / "src" / name).resolve(), 0, done, macros)
        out.append(
            f"/* {'-' * 12} src/{name} */\n{text.strip()}\n"
            + "".join(f"#undef {macro}\n" for macro in sorted(macros))
        )
    out.append("#endif /* __cplusplus */\n")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out))


def sqlite_extension(root):
    """The parts of the extension for SQLite, the entry points last."""
    parts = sorted(
        (root / "extensions/sqlite/src").glob("*.c"),
        key=lambda path: (path.stem == "entry", path.stem),
    )
    out, done = ['#include "guidon.h"\n'], set()
    for path in parts:
        macros = set()
        text = expanded(path, 0, done, macros)
        out.append(
            f"/* {'-' * 12} {path.name} */\n{text.strip()}\n"
            + "".join(f"#undef {macro}\n" for macro in sorted(macros))
        )
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out))


def header(root, name):
    """A public header and the headers of its language that it includes as one,
    each after those that it needs."""
    seen, out = [], []
    own = r"#include <(guidon/[\w/]+%s)>" % re.escape(pathlib.Path(name).suffix)

    def visit(path):
        text = path.read_text()
        for inner in re.findall(own, text):
            if inner not in seen:
                seen.append(inner)
                visit(root / "include" / inner)
        out.append(PUBLIC.sub("", SPDX.sub("", text)))

    visit(root / "include" / name)
    return "\n".join(out)


def opening(root, title):
    licence = (root / "LICENSE").read_text().rstrip("\n").split("\n")
    return (
        "/* SPDX-License-Identifier: MIT */\n/*\n"
        + "".join(f" * {line}".rstrip() + "\n" for line in [title, "", *licence])
        + " */\n"
    )


def main(root, out):
    version = re.search(r'GUIDON_VERSION +"(.*)"', (root / "include/guidon/version.h").read_text())[
        1
    ]
    title = f"guidon.{{}} - Guidon {version} as one file: {{}}"
    out.mkdir(parents=True, exist_ok=True)
    (out / "guidon.h").write_text(
        opening(root, title.format("h", "128-bit identifiers."))
        + "/* On Windows the library is a part of the program. */\n"
        "#if defined(_WIN32) && !defined(GUIDON_API) && "
        "!defined(GUIDON_STATIC)\n"
        "#define GUIDON_STATIC\n#endif\n\n" + header(root, "guidon.h")
    )
    (out / "guidon.hpp").write_text(
        opening(root, title.format("hpp", "for C++17 and later."))
        + '#include "guidon.h"\n\n'
        + header(root, "guidon.hpp")
    )
    inline = (root / "include/guidon/inline.h").read_text()
    (out / "guidon-inline.h").write_text(
        opening(root, f"guidon-inline.h - Guidon {version}: text of one id, inside the caller.")
        + '#include "guidon.h"\n\n'
        + PUBLIC.sub("", SPDX.sub("", inline))
    )
    (out / "guidon.c").write_text(
        opening(root, title.format("c", "compile it as C11.")) + source(root)
    )
    (out / "guidon_sqlite.c").write_text(
        opening(root, f"guidon_sqlite.c - Guidon {version} for SQLite: compile it with guidon.c.")
        + sqlite_extension(root)
    )


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]))
