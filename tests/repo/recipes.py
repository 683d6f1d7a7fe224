# SPDX-License-Identifier: MIT
"""Each packaging recipe states the version of version.h."""

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


def check(root):
    header = (root / "include/guidon/version.h").read_text()
    due = re.search(r'GUIDON_VERSION +"(.*)"', header)[1]
    faults = []
    for name, (pattern, times) in RECIPES.items():
        # The newest version comes first in a changelog.
        found = versions_in((root / name).read_text(), pattern)[:times]
        if found != [due] * times:
            faults.append(f"{name}: its version is {found}, not {due}")
    return faults


if __name__ == "__main__":
    tree.main(check)
