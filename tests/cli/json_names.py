#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""json_names.py TOOL: --json shows no character of a file's name that controls a
terminal or is a format character, and a JSON parser still reads the same name."""
import json
import os
import sys
import tempfile
import unicodedata

from tool import LINE, run

PART = 60  # characters of a name: at most 240 bytes

# why, name
NAMES = [
    ("DEL and both sets of controls", "a\x01\x1f\x7f\x80\x85\x9b2J\x9f"),
    ("right-to-left override hides an extension", "log\u202etxt.exe"),
    ("line and paragraph separators", "a\u2028b\u2029c"),
    ("bidirectional isolates and marks", "\u2066\u2067\u2068\u2069\u200e\u200f\u061c"),
    ("invisible characters", "\u00ad\u200b\u200d\u2060\ufeff\u180e\ufffb"),
    ("tags, above U+FFFF", "\U000e0001\U000e0041\U000e007f"),
    ("quote and backslash", 'a"b\\c\\u0041'),
    ("a name with a line feed", "a\nfile\t"),
]
# Names that are written as they are.
PLAIN = ["é.log", "ファイル", "\U0001f600", "\u2027\u202f\u205f\ufdff\U0001d17b"]


def scan(folder, path):
    return run("scan", "--json", path, cwd=folder).stdout


def is_control(char):
    return unicodedata.category(char) in ("Cc", "Cf", "Zl", "Zp")


def all_controls():
    """Every such character of Unicode, in names of bounded length."""
    chars = [char for char in map(chr, range(1, sys.maxunicode + 1))
             if is_control(char)]
    for i in range(0, len(chars), PART):
        yield "all", "".join(chars[i:i + PART])


def long_name_is_whole(folder):
    """A long path that is not UTF-8 has all its bytes."""
    part = b"\xff" * 200
    path = os.path.join(os.fsencode(folder), part)
    os.mkdir(path)
    with open(os.path.join(path, part), "wb") as file:
        file.write(LINE)
    got = json.loads(scan(folder, part + b"/" + part))["file"]
    return got == "/".join(["\\xff" * 200] * 2)


def main():
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for why, name in [*NAMES, *all_controls(), *(("plain", n) for n in PLAIN)]:
            path = os.path.join(os.fsencode(folder), name.encode())
            with open(path, "wb") as file:
                file.write(LINE)
            line = scan(folder, name.encode())
            os.remove(path)
            text = line.decode().removesuffix("\n")
            shown = [f"U+{ord(char):04X}" for char in text if is_control(char)]
            if shown or json.loads(text)["file"] != name:
                print(f"{why}: {line} shows {shown}")
                failed = True
            if why == "plain" and name not in text:
                print(f"{name} is not written as it is: {line}")
                failed = True
        if not long_name_is_whole(folder):
            print("a long path that is not UTF-8 is cut")
            failed = True
    sys.exit(failed)


main()
