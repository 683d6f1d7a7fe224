# SPDX-License-Identifier: MIT
"""amalgamate.py SOURCE_DIR OUT_DIR: the library as two files, guidon.c and
guidon.h, that any program takes in: `cc app.c guidon.c`. The header for C++ lies
beside them as one file too.

A section of guidon.c is one file of src/, in the order of src/CMakeLists.txt,
and is read by the compiler after all before it. So:

- A header is written once, ahead of all sections if some file includes it
  whatever the platform, else under its guard where it is included.
- A header that means another thing in each file (a template, or what is written
  in terms of one) is written in each section that includes it: own_headers().
- A file's static names, types and tags that another file has too, or that are
  one plain word, as libc's are, get the file's name in front.
- A file's macros are forgotten at its end.
- What asks libc for more than ISO C stands at the top.
"""

import pathlib
import re
import sys

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)".*$', re.M)
PUBLIC = re.compile(r"^[ \t]*#[ \t]*include[ \t]*<guidon[./][^>]*>.*\n", re.M)
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
ASKS_LIBC = re.compile(
    r"^[ \t]*#[ \t]*define[ \t]+(?:_[A-Z_]+_SOURCE|_WIN32_WINNT)\b.*\n", re.M)
SPDX = re.compile(r"^/\* SPDX-License-Identifier: .* \*/\n")
TOKEN = re.compile(r"""
    (?P<skip>^[ \t]*\#[ \t]*include[^\n]*|//[^\n]*|/\*.*?\*/
        |"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<word>[A-Za-z_]\w*)|(?P<other>->|\S)""", re.X | re.S | re.M)
NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'
                      r"'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*",
                      re.S | re.M)
CONDITION = re.compile(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|endif)\b", re.M)
GUARD = re.compile(r"^#ifndef (\w+_H)\n#define \1\n", re.M)
ATTRIBUTE = re.compile(r"\b(?:__attribute__|_Alignas|_Atomic)\s*"
                       r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
KEYWORDS = {"struct", "union", "enum"}
MEMBER_ENDS = {";", ",", "[", ":", ")"}
BODY = re.compile(r"\{[^{}]*\}")

LIBC = """\
/* What libc shows beyond ISO C, asked for before it is first included. */
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

/* Not all of a template is used by each of its users. */
#if defined(__GNUC__)
#  pragma GCC diagnostic ignored "-Wunused-function"
#  pragma GCC diagnostic ignored "-Wunused-const-variable"
#endif
"""


def declarations(text):
    """The declarations at file scope, without their inner braces."""
    bare = NOT_CODE.sub(" ", text)
    bare = re.sub(r'\bextern\s*"C"\s*\{', " ", bare)
    previous = None
    while previous != bare:
        # A body becomes a mark: what it declares is seen by nobody outside.
        previous, bare = bare, BODY.sub(" \x01 ", bare)
    bare = ATTRIBUTE.sub(" type ", bare)
    # A function's body, unlike an initialiser's or a type's, ends it.
    bare = re.sub(r"\)\s*\x01", ");", bare)
    return [part.strip() for part in bare.split(";") if part.strip()]


def names_in(text):
    """The names with file scope that a file keeps to itself: those without the
    prefix that others see. Tags are written with their keyword: "struct x"."""
    found = set()
    for one in declarations(text):
        found |= {"struct " + tag for tag in
                  re.findall(r"\b(?:struct|union|enum)\s+(\w+)\s*\x01", one)}
        head = re.sub(r"\b(?:struct|union|enum)\s*(?:\w+\s*)?\x01", "type ",
                      one)
        pointer = re.match(r"[^(]*\(\s*\*\s*(?:const\s+)?(\w+)", head)
        plain = re.match(r"[^([=\x01]*?(\w+)\s*(?:[([=\x01]|$)", head)
        if pointer or plain:
            found.add((pointer or plain)[1])
    for enum in re.findall(r"\benum\s*\w*\s*\{([^}]*)\}",
                           NOT_CODE.sub("", text)):
        found |= set(re.findall(r"(?:^|,)\s*(\w+)", enum))
    return {name for name in found if not re.match(
        r"(?:struct )?(?:gdn|guidon|GDN|GUIDON)?_|(?:type|struct)$", name)}


def macros_in(text):
    return set(MACRO.findall(text))


def words_meant(text):
    """What a header that is used by another is used for: macros and types."""
    return macros_in(text) | {name for one in declarations(text)
                              if one.startswith("typedef")
                              for name in names_in(one + ";")}


def words_in(text):
    return {m["word"] for m in TOKEN.finditer(text) if m["word"]}


def renamed(text, names):
    """The text with other names. A member keeps its own, where it is declared
    and after . or ->; a tag is known by the keyword before it."""
    matches = list(TOKEN.finditer(text))
    seen = [m for m in matches if not m["skip"]]
    out, at, braces = [], 0, []
    for i, match in enumerate(seen):
        word = match["word"]
        last = seen[i - 1][0] if i else ""
        following = seen[i + 1][0] if i + 1 < len(seen) else ""
        if match[0] == "{":
            braces.append(KEYWORDS & {last, seen[i - 2][0] if i > 1 else ""})
        elif match[0] == "}" and braces:
            braces.pop()
        member = last in (".", "->") or (braces and following in MEMBER_ENDS and
                                         braces[-1] & {"struct", "union"})
        key = "struct " + word if word and last in KEYWORDS else word
        if word and key in names and not member:
            out += [text[at:match.start()], names[key]]
            at = match.end()
    return "".join(out) + text[at:]


class Library:
    """The files of src/, and what each of them includes."""

    def __init__(self, root):
        self.root = root
        listed = (root / "src/CMakeLists.txt").read_text()
        names = re.findall(r"^\s+(\w+/\w+\.c)\b", listed, re.M)
        self.files = [root / "src" / name for name in names]
        self.texts = {}
        for path in sorted((root / "src").rglob("*.[ch]")):
            text = SPDX.sub("", path.read_text())
            self.texts[path] = ASKS_LIBC.sub("", PUBLIC.sub("", text))
        self.own = self.own_headers()

    def headers(self):
        return [path for path in self.texts if path.suffix == ".h"]

    def target(self, path, name):
        return (path.parent / name).resolve()

    def own_headers(self):
        """Headers that belong to each file that includes them: without a guard,
        defining what another header defines too, or using a macro or type of
        those."""
        defined = {path: names_in(self.texts[path]) |
                   macros_in(self.texts[path]) for path in self.headers()}
        own = {path for path in defined if not GUARD.search(self.texts[path])}
        own |= {path for path in defined for other in defined
                if path != other and defined[path] & defined[other]}
        grown = True
        while grown:
            names = set().union(*(words_meant(self.texts[path])
                                  for path in own))
            more = {path for path in defined if path not in own and
                    words_in(self.texts[path]) & names}
            own, grown = own | more, bool(more)
        return own

    def always(self):
        """Shared headers that are included on every platform, in order."""
        order = []

        def visit(path):
            text = self.texts[path]
            for match in INCLUDE.finditer(text):
                target = self.target(path, match[1])
                if target in self.own:
                    continue
                if depth_at(text, match.start()) == 0 and target not in order:
                    visit(target)
                    order.append(target)

        for path in self.files:
            visit(path)
        return order

    def expanded(self, path, done, took):
        """The text of a file with its headers in place; those in `done` are
        there already. Own headers that were put in are added to `took`."""
        def put(match):
            target = self.target(path, match[1])
            if target in done or (target in took and target in self.own):
                return ""
            if target in self.own:
                took.add(target)
            return self.expanded(target, done, took).rstrip("\n")

        text = INCLUDE.sub(put, self.texts[path])
        return re.sub(r"\n{3,}", "\n\n", text)


def depth_at(text, offset):
    """How many #if are open there, but for the file's own guard."""
    depth = 0
    for match in CONDITION.finditer(text, 0, offset):
        depth += -1 if match[1] == "endif" else 1
    return depth - (1 if GUARD.search(text) else 0)


def sections(library):
    """Each file's path, its text with headers, and its names and macros."""
    done = set(library.always())
    for path in library.files:
        took = set()
        text = library.expanded(path, done, took)
        parts = [library.texts[part] for part in {path} | took]
        names = set().union(*map(names_in, parts))
        macros = set().union(*map(macros_in, parts))
        yield path, text, names, macros


def shared_names(library):
    texts = [library.texts[path] for path in library.headers()
             if path not in library.own]
    return (set().union(*map(names_in, texts)),
            set().union(*map(macros_in, texts)))


def source(library):
    parts = list(sections(library))
    names, macros = shared_names(library)
    out = [LIBC, '#include "guidon.h"\n']
    for path in library.always():
        out.append(library.expanded(path, set(library.always()), set()))
    for path, text, mine, undone in parts:
        if undone & macros:
            sys.exit(f"{path}: a header has its macros too: {undone & macros}")
        others = set().union(names, *(p[2] for p in parts if p[0] != path))
        clash = {name for name in mine - names - undone
                 if name in others or re.fullmatch("[a-z0-9]+", name)}
        text = renamed(text, {name: f"{path.stem}_{name.split()[-1]}"
                              for name in clash})
        out.append(f"/* {'-' * 12} {path.relative_to(library.root)} */\n{text}")
        out += [f"#undef {name}\n" for name in sorted(undone)]
    return "\n".join(part.strip("\n") + "\n" for part in out)


def header(root, name):
    """A public header and those of its language that it includes as one, in an
    order in which each finds its own."""
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
    lines = [title, ""] + licence
    return ("/* SPDX-License-Identifier: MIT */\n/*\n" +
            "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n")


def main(root, out):
    version = re.search(r'GUIDON_VERSION +"(.*)"',
                        (root / "include/guidon/version.h").read_text())[1]
    out.mkdir(parents=True, exist_ok=True)
    title = f"guidon.{{}} - Guidon {version} as one file: {{}}"
    (out / "guidon.h").write_text(
        opening(root, title.format("h", "128-bit identifiers.")) +
        "/* On Windows the library is a part of the program. */\n"
        "#ifndef GUIDON_STATIC\n#define GUIDON_STATIC\n#endif\n\n" +
        header(root, "guidon.h"))
    (out / "guidon.hpp").write_text(
        opening(root, title.format("hpp", "for C++17 and later.")) +
        '#include "guidon.h"\n\n' + header(root, "guidon.hpp"))
    (out / "guidon.c").write_text(
        opening(root, title.format("c", "compile it as C11.")) +
        source(Library(root)))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]))
