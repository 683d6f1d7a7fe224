# SPDX-License-Identifier: MIT
"""Every package from a registry is installed by version and hash: each manifest has its
lock file, and each command that installs packages insists on it."""

import json
import re

import tree

SCRIPT = {".py", ".sh", ".cmake", ".yml"}
SCRIPTS = {"dev", ".ci/run", "CMakeLists.txt"}

# A word may be followed by blanks in a shell script, and by `", "` in Python.
NEXT = r"[\"',\s]+"
# What installs or builds, and the word that it must have; None forbids it. A command that takes
# nothing from a registry needs no lock file.
COMMANDS = [
    (rf"\bpip3?{NEXT}(?:install|download|wheel)\b", "--require-hashes"),
    (rf"\bcargo{NEXT}(?:build|run|test|bench|check|install)\b", "--locked"),
    (rf"\bgo{NEXT}(?:build|run|test)\b", "-mod=readonly"),
    (rf"\bgo{NEXT}(?:get|install)\b", None),
    (rf"\bnpm{NEXT}(?:install|i|add|update)\b", None),
    (rf"\bnpx{NEXT}\w", None),
]
LOCAL = {"pip": "--no-index", "pip3": "--no-index", "npm": "--offline"}


def command_at(text, start, python):
    """The rest of a command: to the bracket that closes it, or to the line's end."""
    if not python:
        return re.match(r"(?:\\\n|[^\n])*", text[start:])[0]
    depth = 0
    for i, letter in enumerate(text[start:], start):
        depth += (letter in "([") - (letter in ")]")
        if depth < 0:
            return text[start:i]
    return text[start:]


def command_faults(path, text):
    for pattern, due in COMMANDS:
        for found in re.finditer(pattern, text):
            line = text.count("\n", 0, found.start()) + 1
            words = re.sub(r"\s+", " ", re.sub(NEXT, " ", found[0]))
            command = command_at(text, found.start(), path.suffix == ".py")
            local = LOCAL.get(words.split()[0])
            if local and local in command:
                continue
            if due is None:
                yield f"{path}:{line}: {words} ignores the lock file"
            elif due not in command:
                yield f"{path}:{line}: {words} without {due}"


def pip_faults(text):
    """Each requirement has an exact version and a hash."""
    body = re.sub(r"#.*", "", text).replace("\\\n", " ")
    for line in filter(None, map(str.strip, body.splitlines())):
        if not re.match(r"\S+==\S+ .*--hash=sha256:[0-9a-f]{64}", line):
            yield f"{line.split()[0]} has no hash"


def cargo_faults(lock):
    for package in lock.split("[[package]]")[1:]:
        name = re.search(r'^name = "(.*)"', package, re.M)[1]
        if "\nsource = " in package and "\nchecksum = " not in package:
            yield f"{name} has no checksum"


def npm_faults(lock):
    for name, package in json.loads(lock)["packages"].items():
        if name and "integrity" not in package:
            yield f"{name} has no integrity"
        if "resolved" in package:
            yield f"{name} names a registry"


def go_faults(manifest, lock):
    for name, version in re.findall(r"^(?:require)?\s+(\S+\.\S+) (v\S+)", manifest,
                                    re.M):
        if f"\n{name} {version} h1:" not in "\n" + lock:
            yield f"{name} has no hash"


def maven_faults(manifest, lock):
    for block in re.findall(r"<dependency>.*?</dependency>", manifest, re.S):
        name = re.search(r"<artifactId>(.*)</artifactId>", block)[1]
        if "<version>${project.version}</version>" in block:
            continue  # another module of the same build
        if not re.search(rf"^[0-9a-f]{{64}}  {name}-[0-9].*\.jar$", lock, re.M):
            yield f"{name} has no checksum"


# Manifest, its lock file, and what the lock file lacks for it.
LOCKS = {
    "Cargo.toml": ("Cargo.lock", lambda manifest, lock: cargo_faults(lock)),
    "package.json": ("package-lock.json", lambda manifest, lock: npm_faults(lock)),
    "go.mod": ("go.sum", go_faults),
    "pom.xml": ("checksums.txt", maven_faults),
}


def manifest_faults(root, path, text):
    name, lacks = LOCKS[path.name]
    lock = root / path.with_name(name)
    if not lock.is_file():
        yield f"{path}: no {name} beside it"
        return
    for fault in lacks(text, lock.read_text()):
        yield f"{path.with_name(name)}: {fault}"


def check(root):
    faults = []
    for path in tree.files(root):
        # The rows of this check's own test are not commands.
        if path.name == "test_checks.py":
            continue
        pins = re.fullmatch(r"(requirements|build)\S*\.txt", path.name)
        script = path.suffix in SCRIPT or str(path) in SCRIPTS or (
            path.name == "CMakeLists.txt")
        if not (pins or script or path.name in LOCKS):
            continue
        text = (root / path).read_text()
        if pins:
            faults += [f"{path}: {fault}" for fault in pip_faults(text)]
        elif path.name in LOCKS:
            faults += manifest_faults(root, path, text)
        else:
            faults += command_faults(path, text)
    return faults


if __name__ == "__main__":
    tree.main(check)
