# SPDX-License-Identifier: MIT
"""The tree speaks only of the product, not of folders of one machine or of the way in
which the work was done."""

import re

import tree

# The brackets keep a pattern from matching itself. A header of src/shared is no such
# folder.
WORDS = re.compile(rb"\.\./s[h]ared(?!/\w+\.h\")|/w[o]rk/|this s[e]ssion", re.I)


def check(root):
    faults = []
    for path in tree.files(root):
        lines = (root / path).read_bytes().split(b"\n")
        for number, line in enumerate(lines, 1):
            found = WORDS.search(line)
            if found:
                word = found.group().decode()
                faults.append(f"{path}:{number}: says \"{word}\"")
    return faults


if __name__ == "__main__":
    tree.main(check)
