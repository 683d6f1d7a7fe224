# SPDX-License-Identifier: MIT
"""abi.py SOURCE_DIR OUT_DIR [--record]: compare the binary interface of the library with
the recorded one, packaging/guidon.abi. Additions pass and are reported.
Anything else that a compiled program or a source file may notice fails. --record
writes packaging/guidon.abi instead; do this at a release.

The record has the public types, functions and macros as gcc compiles them on x86-64.
OUT_DIR gets the library as one file, compiled with debugging information."""

import argparse
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

import amalgamate

RECORD = "packaging/guidon.abi"
NOTE = "<!-- SPDX-License-Identifier: MIT -->"
# A dump that depends on no path, no line number, no private type and no libc.
DUMP = [
    "--no-corpus-path",
    "--no-comp-dir-path",
    "--no-show-locs",
    "--no-elf-needed",
    "--drop-private-types",
    "--exported-interfaces-only",
    "--no-parameter-names",
    "--no-write-default-sizes",
    "--type-id-style",
    "hash",
]
NO_ANSWER = 3  # the bits of abidiff's status for an error; the others are changes


def run(*command, **more):
    return subprocess.run([str(word) for word in command], text=True, capture_output=True, **more)


def do(*command, **more):
    done = run(*command, **more)
    if done.returncode:
        sys.exit(f"abi: {command[0]} failed:\n{done.stderr or done.stdout}")
    return done.stdout


def linker_map(root):
    """The symbol map, as src/symbols.cmake writes it."""
    names = (root / "tests/repo/symbols.txt").read_text().split()
    text = (root / "src/guidon.map.in").read_text()
    return text.replace("@major@", major(root)).replace(
        "@symbols@", "\n".join(f"    {name};" for name in names)
    )


def major(root):
    header = (root / "include/guidon/version.h").read_text()
    return re.search(r"VERSION_MAJOR +(\d+)", header)[1]


def dump(folder, library):
    """The interface of a library whose headers lie in `folder`."""
    return do("abidw", *DUMP, "--headers-dir", ".", library, cwd=folder)


def macros(folder, header):
    """The values of a header's macros, as comments: debugging information has none.
    Not listed are the version, attributes, include guards, and the list of forms,
    which grows."""
    text = do("gcc", "-std=c11", "-E", "-dM", header, cwd=folder)
    found = re.findall(r"^#define (GUIDON_\w+(?:\(\w+\))?) (\S.*)$", text, re.M)
    return "".join(
        f"<!-- define {name} {value} -->\n"
        for name, value in sorted(found)
        if not re.search(r"GUIDON_VERSION|GUIDON_FORM|__attribute__", name + value)
    )


def built(root, out):
    """The interface of the library of this source tree."""
    amalgamate.main(root, out)
    (out / "guidon.map").write_text(linker_map(root))
    soname = f"libguidon.so.{major(root)}"
    do(
        "gcc",
        "-std=c11",
        "-g",
        "-O0",
        "-w",
        "-fPIC",
        "-shared",
        "guidon.c",
        "-Wl,--version-script=guidon.map",
        f"-Wl,-soname,{soname}",
        "-o",
        soname,
        cwd=out,
    )
    first, rest = dump(out, soname).split("\n", 1)
    return f"{first}\n{NOTE}\n{macros(out, 'guidon.h')}{rest}"


# ------------------------------------------------------------------ the names


class Interface:
    """What a source file can name: prototypes, members, enumerators, macros."""

    def __init__(self, text):
        tree = xml.fromstring(text)
        self.types = {one.get("id"): one for one in tree.iter() if one.get("id")}
        self.functions = {
            one.get("name"): self.prototype(one) for one in tree.iter("function-decl")
        }
        self.members = {
            (one.get("name"), member.get("layout-offset-in-bits")): member[0].get("name")
            for one in tree.iter("class-decl")
            for member in one.iter("data-member")
        }
        self.macros = dict(re.findall(r"^<!-- define (\S+) (.*) -->$", text, re.M))
        self.values = {
            (one.get("name"), value.get("name")): value.get("value")
            for one in tree.iter("enum-decl")
            for value in one.iter("enumerator")
        }

    def name(self, identity):
        one = self.types[identity]
        inner = one.get("type-id")
        if one.tag == "pointer-type-def":
            return self.name(inner) + " *"
        if one.tag == "qualified-type-def":
            return f"{self.name(inner)} const"
        if one.tag == "function-type":
            return self.prototype(one)
        return one.get("name") or one.tag

    def prototype(self, one):
        words = [
            self.name(word.get("type-id")) if word.get("type-id") else "..."
            for word in one.iter("parameter")
        ]
        result = self.name(one.find("return").get("type-id"))
        return f"{result} {one.get('name', '')}({', '.join(words)})"


def named_changes(old, new):
    """What breaks source code: functions, members or values that are another now.
    A member with a name of reserved may get a name."""
    for name, due in old.functions.items():
        found = new.functions.get(name)
        if found != due:
            yield f"{due}\n    is now {found or 'missing'}"
    for (owner, offset), due in old.members.items():
        found = new.members.get((owner, offset))
        if found != due and not (found and due.startswith("reserved")):
            yield f"{owner}.{due}: at offset {offset} is now {found or 'nothing'}"
    for (owner, name), due in old.values.items():
        found = new.values.get((owner, name))
        if found != due:
            yield f"{owner}: {name} was {due} and is now {found or 'missing'}"
    for name, due in old.macros.items():
        found = new.macros.get(name)
        if found != due:
            yield f"{name} was {due} and is now {found or 'missing'}"


def additions(old, new):
    yield from new.macros.keys() - old.macros.keys()
    for name in new.functions.keys() - old.functions.keys():
        yield new.functions[name]
    for key in new.members.keys() - old.members.keys():
        yield f"{key[0]}.{new.members[key]}"
    for key in new.members.keys() & old.members.keys():
        if old.members[key].startswith("reserved") and new.members[key] != old.members[key]:
            yield f"{key[0]}.{new.members[key]}, which was {old.members[key]}"
    for owner, name in new.values.keys() - old.values.keys():
        yield f"{owner}: {name}"


def without_reserved(old, new):
    """Two dumps without the reserved members of the old one, and without what the
    new one has in their place."""
    trees = xml.fromstring(old), xml.fromstring(new)
    places = {}
    for owner in trees[0].iter("class-decl"):
        ends = [int(member.get("layout-offset-in-bits")) for member in owner.iter("data-member")]
        ends.append(int(owner.get("size-in-bits", 0)))
        for i, member in enumerate(owner.findall("data-member")):
            if member[0].get("name").startswith("reserved"):
                places.setdefault(owner.get("name"), []).append(range(ends[i], ends[i + 1]))
    for owner in (one for tree in trees for one in tree.iter("class-decl")):
        for member in owner.findall("data-member"):
            offset = int(member.get("layout-offset-in-bits"))
            if any(offset in place for place in places.get(owner.get("name"), ())):
                owner.remove(member)
    return [xml.tostring(tree, "unicode") for tree in trees]


def layout_changes(old, new):
    """What abidiff finds."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / name for name in ("old.abi", "new.abi")]
        for path, text in zip(paths, without_reserved(old, new)):
            path.write_text(text)
        done = run("abidiff", "--no-added-syms", *paths)
    if done.returncode & NO_ANSWER:
        sys.exit(f"abi: abidiff failed:\n{done.stderr or done.stdout}")
    if done.returncode:
        yield done.stdout.strip()


def compare(recorded, found):
    """Compare two dumps: (changes that break programs, additions)."""
    old, new = Interface(recorded), Interface(found)
    faults = [*named_changes(old, new), *layout_changes(recorded, found)]
    return faults, sorted(additions(old, new))


def report(faults, added):
    for title, lines in (
        ("These changes break programs that use the recorded interface:", faults),
        ("These are new, and the recorded interface lacks them:", added),
    ):
        if lines:
            print(title)
            print("\n".join(f"  {line}" for line in lines))
    if faults:
        print(
            "Undo the changes, or make a new major version: docs/stability.md. "
            "After a release,\n./dev abi --record writes the record anew."
        )
    elif not added:
        print("The interface is the recorded one.")


def main():
    about = __doc__.split(": ", 1)[1].split("\n\n")[0]
    parser = argparse.ArgumentParser(prog="./dev abi", description=about)
    parser.add_argument("root", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("out", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument(
        "--record", action="store_true", help=f"write {RECORD} from this source tree"
    )
    given = parser.parse_args()
    if sys.platform != "linux" or platform.machine() != "x86_64":
        print("abi: left out: the record is one of Linux on x86-64")
        sys.exit(77)
    root, out = given.root.resolve(), given.out.resolve()
    os.environ["LC_ALL"] = "C"
    text = built(root, out)
    if given.record:
        (root / RECORD).write_text(text)
        print(f"wrote {RECORD}")
        return
    faults, added = compare((root / RECORD).read_text(), text)
    report(faults, added)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
