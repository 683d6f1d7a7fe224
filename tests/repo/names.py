# SPDX-License-Identifier: MIT
"""Names of src/ with file scope are unique, so that packaging/amalgamate.py can
put all files into one.

The check looks at functions, objects, types, tags and enumerators of files and
headers, and at macros of headers. A template, which is a header without a guard,
takes its names from the file that includes it. A macro of a .c file ends with
that file.

A function or an object of a .c file has a name of two words or more, because a
single word may be a name of libc or of the program that includes the one file."""

import collections
import re

import tree

NOT_CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'
                      r"'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:\\\n|[^\n])*",
                      re.S | re.M)
MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
GUARD = re.compile(r"^#ifndef (\w+_H)\n#define \1\n", re.M)
ATTRIBUTE = re.compile(r"\b(?:__attribute__|_Alignas|_Atomic)\s*"
                       r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
BODY = re.compile(r"\{[^{}]*\}")
ONE_WORD = re.compile(r"[a-z][a-z0-9]*$")
SHARED = re.compile(r"(?:struct )?(?:gdn_|guidon_|GDN_|_Static_assert|type$|struct$)")


def declarations(text):
    """The declarations at file scope, with a mark in place of each body."""
    bare = NOT_CODE.sub(" ", text)
    previous = None
    while previous != bare:
        previous, bare = bare, BODY.sub(" \x01 ", bare)
    bare = ATTRIBUTE.sub(" type ", bare)
    # A function ends with its body; an initialiser or a type continues.
    bare = re.sub(r"\)\s*\x01", ");", bare)
    return [part.strip() for part in bare.split(";") if part.strip()]


def names_in(text):
    """The names that a file declares for itself. Tags have their keyword."""
    found = set()
    for one in declarations(text):
        if one.startswith("WEAK "):
            continue  # libc's own names, for programs without a libc
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
    return {name for name in found if not SHARED.match(name)}


def check(root):
    owners = collections.defaultdict(set)
    macros = collections.defaultdict(set)
    short = []
    for path in tree.files(root):
        if path.parts[0] != "src" or path.suffix not in (".c", ".h"):
            continue
        text = (root / path).read_text(encoding="utf-8")
        if path.suffix == ".h" and not GUARD.search(text):
            continue
        for name in names_in(text):
            owners[name].add(path.as_posix())
            if path.suffix == ".c" and ONE_WORD.match(name):
                short.append(f"{path.as_posix()}: {name}: put the name of the "
                             "file in front")
        for name in MACRO.findall(text):
            macros[name].add(path.as_posix())
    faults = [f"{name}: in {', '.join(sorted(paths))}: put the name of the "
              "file in front" for name, paths in sorted(owners.items())
              if len(paths) > 1]
    faults += [f"{name}: a macro of {', '.join(sorted(paths))}: a header's "
               "macro is defined once" for name, paths in sorted(macros.items())
               if len(paths) > 1 and any(path.endswith(".h") for path in paths)]
    return faults + short


if __name__ == "__main__":
    tree.main(check)
