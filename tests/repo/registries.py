# SPDX-License-Identifier: MIT
"""No file offers an installation from a registry that does not work, or that installs
what somebody else published. packaging/names.txt lists the names and their states."""

import json
import pathlib
import re
import sys

import tree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "packaging"))
from check_names import LIST, OURS, TAKEN, rows

# Rows of faults, not offers.
NOT_READ = {"tests/repo/test_checks.py", LIST}
WORDS = r"([^`\n;|&<>)\]#]*)"
# A blank between words, or what separates them in a list of Python or JavaScript.
NEXT = r"[\"',\s]+"
# What installs by name, the registry, and whether every name must be one of ours: the
# other registries have packages that Guidon needs.
COMMANDS = [
    (rf"\bpip3?{NEXT}install\b{WORDS}", "PyPI", True),
    (rf"\b(?:pipx|uv{NEXT}pip){NEXT}install\b{WORDS}", "PyPI", True),
    (rf"\b(?:uv|poetry){NEXT}add\b{WORDS}", "PyPI", True),
    (rf"\bnpm{NEXT}(?:install|i|add)\b{WORDS}", "npm", True),
    (rf"\b(?:yarn|pnpm|bun){NEXT}add\b{WORDS}", "npm", True),
    (rf"\bapt(?:-get)?{NEXT}install\b{WORDS}", "Debian", False),
    (rf"\bpgxn{NEXT}install\b{WORDS}", "PGXN", False),
    (rf"\bconan{NEXT}install\b{WORDS}", "Conan", False),
    (rf"\bvcpkg{NEXT}install\b{WORDS}", "vcpkg", False),
    (rf"\bmeson{NEXT}wrap{NEXT}install\b{WORDS}", "Meson", False),
    (r"\bINSTALL (guidon\w*) FROM\b", "DuckDB", False),
    (r"\bnpm:([\w-]+)", "npm", True),
]
# Languages in which a name before a bracket is a variable.
INDEXES = {".c", ".h", ".cpp", ".hpp", ".js", ".mjs", ".sh"}
# A distribution of PyPI with an extra, or asked for by its name.
DISTRIBUTIONS = [r"(?<![\w./-])(guidon[\w-]*)\[[a-z]+\]",
                 r"\bmetadata\.(?:metadata|version|requires|distribution)"
                 r"\([\"'](guidon[\w-]*)[\"']"]
# What nobody can say before something is published. The brackets keep a pattern from
# matching itself.
PUBLISHED = re.compile(r"\b(?:last|latest|newest) release\b|\breleased version\b"
                       r"|Production/S[t]able", re.I)
# A page cannot give the address that this needs.
PAGES = re.compile(PUBLISHED.pattern + r"|\bFetchContent\b", re.I)


def named(words, complete):
    """The names in the words of a command: no option, file, folder or placeholder."""
    if "--overlay-ports" in words or "--no-index" in words:  # not from a registry
        return
    for word in re.split(r"[\"'\s,]+", words):
        name = re.match(r"@?[a-z][\w-]*", word)
        if not name or word.startswith("./") or re.search(
                r"[/*$(]|\.(?:deb|whl|txt|gz|tgz)\b", word):
            if word.startswith("-r"):
                return
            continue
        if complete or "guidon" in name[0]:
            yield name[0]
        if complete and not re.match(r"[\w\[\]=<>.@-]+$", word):
            return


def offers(path, text):
    """(position, registry, name, is it installed?) of each name in a text."""
    for pattern, registry, complete in COMMANDS:
        for found in re.finditer(pattern, text):
            # In prose the command ends with its mark; outside of marks only our own
            # names are names.
            line = text[text.rfind("\n", 0, found.start()) + 1:found.start()]
            command = line.count("`") % 2 or re.fullmatch(
                r"[\s$#>]*(?:RUN |sudo )?(?:python3? -m )?", line)
            for name in named(found[1], complete and command):
                yield found.start(), registry, name, True
    if path.suffix in INDEXES:
        return
    for pattern in DISTRIBUTIONS:
        for found in re.finditer(pattern, text):
            yield found.start(), "PyPI", found[1], False


def offer_faults(path, text, states):
    for place, registry, name, installed in offers(path, text):
        state = states.get((registry, name))
        line = text.count("\n", 0, place) + 1
        if state is None:
            yield (f"{path}:{line}: {registry} name \"{name}\" is not in {LIST}")
        elif state == TAKEN:
            yield f"{path}:{line}: {registry} name \"{name}\" is {state}"
        elif state != OURS and installed:
            yield (f"{path}:{line}: installs \"{name}\" from {registry}, where it is not "
                   "published")


def published_faults(path, text):
    pattern = PAGES if path.suffix == ".md" else PUBLISHED
    for found in pattern.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        yield f"{path}:{line}: says \"{found[0]}\", but nothing is published"


def declared(path, text):
    """(registry, name) of what a manifest declares."""
    if path.name == "pyproject.toml":
        yield from (("PyPI", name) for name in re.findall(r'^name = "(.*)"', text, re.M))
    elif path.name == "package.json":
        about = json.loads(text)
        if "name" in about and not about.get("private"):
            yield "npm", about["name"]
    elif path.name == "META.json":
        yield "PGXN", json.loads(text)["name"]
    elif path.name == "vcpkg.json":
        yield "vcpkg", json.loads(text)["name"]
    elif path.name == "conanfile.py":
        yield from (("Conan", name)
                    for name in re.findall(r'^    name = "(.*)"', text, re.M))
    elif path.suffix == ".wrap":
        yield "Meson", path.stem
    elif path.parent.name == "debian" and path.name.startswith("control"):
        yield from (("Debian", name)
                    for name in re.findall(r"^Package: (\S+)", text, re.M))


def declared_faults(path, text, states):
    for registry, name in declared(path, text):
        state = states.get((registry, name))
        if state is None:
            yield f"{path}: {registry} name \"{name}\" is not in {LIST}"
        elif state == TAKEN:
            yield f"{path}: {registry} name \"{name}\" is {state}"


def check(root):
    listed, faults = rows((root / LIST).read_text(encoding="utf-8"))
    states = {(row.registry, row.name): row.state for row in listed}
    for path in tree.files(root):
        if str(path) in NOT_READ:
            continue
        try:
            text = (root / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        faults += offer_faults(path, text, states)
        faults += declared_faults(path, text, states)
        if OURS not in states.values():
            faults += published_faults(path, text)
    return faults


if __name__ == "__main__":
    tree.main(check)
