# SPDX-License-Identifier: MIT
"""Each packaging recipe states the version of version.h, and Debian's library package
has the major version in its name, its files and its symbols."""

import re

import tree

# Files, and how often each of them states the version.
RECIPES = {
    "debian/changelog": (r"^guidon \((.*?)\)", 1),
    "packaging/README.md": (r"guidon-(\d.*?)\.tar", 1),
    "packaging/conan/conanfile.py": (r'^    version = "(.*)"', 1),
    "packaging/meson/guidon.wrap": (r"guidon-(\d+\.\d+\.\d+)", 2),
    "packaging/meson/meson.build": (r"\bversion: '(.*?)'", 1),
    "packaging/vcpkg/guidon/vcpkg.json": (r'"version": "(.*)"', 1),
}


def versions_in(text, pattern):
    return re.findall(pattern, text, re.M)


def debian_faults(root, major):
    package = f"libguidon{major}"
    due = {
        "control": rf"^Package: {package}$",
        f"{package}.install": r"^usr/lib/\*/libguidon\.so\.\*$",
        f"{package}.symbols": rf"^libguidon\.so\.{major} {package} #MINVER#$"
                              rf"(?s:.*)^ \(symver\)GUIDON_{major} {major}\.0\.0$",
    }
    for name, pattern in due.items():
        path = root / "debian" / name
        text = path.read_text() if path.is_file() else ""
        if not re.search(pattern, text, re.M):
            yield f"debian/{name}: not that of {package}"
    for path in sorted((root / "debian").glob("libguidon[0-9]*")):
        if path.name.split(".")[0] != package:
            yield f"debian/{path.name}: not that of {package}"


def check(root):
    header = (root / "include/guidon/version.h").read_text()
    due = re.search(r'GUIDON_VERSION +"(.*)"', header)[1]
    faults = list(debian_faults(root, due.split(".")[0]))
    for name, (pattern, times) in RECIPES.items():
        # The newest version comes first in a changelog.
        found = versions_in((root / name).read_text(), pattern)[:times]
        if found != [due] * times:
            faults.append(f"{name}: its version is {found}, not {due}")
    return faults


if __name__ == "__main__":
    tree.main(check)
