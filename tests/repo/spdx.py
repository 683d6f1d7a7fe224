# SPDX-License-Identifier: MIT
"""Every source file states its licence in its first three lines."""

import tree

SUFFIXES = tree.CODE | {".py", ".sh", ".cmake", ".rs", ".go", ".java", ".mjs"}


def is_source(path, head):
    return (path.suffix in SUFFIXES or path.name == "CMakeLists.txt" or
            head.startswith(b"#!"))


def check(root):
    faults = []
    for path in tree.files(root):
        with open(root / path, "rb") as file:
            head = file.read(512)
        first_lines = b"\n".join(head.split(b"\n")[:3])
        if is_source(path, head) and \
                b"SPDX-License-Identifier: MIT" not in first_lines:
            faults.append(f"{path}: no SPDX line in its first three")
    return faults


if __name__ == "__main__":
    tree.main(check)
