# SPDX-License-Identifier: MIT
"""Deliberate faults. In a copy of the sources with one of them, a claim must break.
Run as a program, this file lists the faults whose text the sources lack."""

import pathlib
import sys

SOURCES = pathlib.Path(__file__).resolve().parent.parent.parent / "src"

# The fault, file of src/, the text there, its replacement, and the form and the
# calls whose proof must fail.
CONTROLS = [
    ("'G' is a digit", "text/hex_scalar.c",
     "['F'] = DIGIT(15, shift),",
     "['F'] = DIGIT(15, shift), ['G'] = DIGIT(15, shift),",
     "UUID", "scalar"),
    ("a '-' is not looked at", "text/hex_scalar.c",
     "for (size_t i = 0; i < 4; i++) {\n        dashes |=",
     "for (size_t i = 0; i < 3; i++) {\n        dashes |=", "UUID", "scalar"),
    ("a '-' is written as a '.', whatever the id", "text/hex_scalar.c",
     "out[dashes_at[i]] = '-';", "out[dashes_at[i]] = '.';", "UUID", "scalar"),
    ("a refused text changes the id", "text/hex_scalar.c",
     "    if (!digits || dashes) {",
     "    out->bytes[15] = (unsigned char)words[1];\n    if (!digits || dashes) {",
     "UUID", "scalar"),
    ("the offset is not of the first", "text/hex_scalar.c",
     "    size_t i = 0;\n\n    while (i < GDN_HEX_LEN",
     "    size_t i = 1;\n\n    while (i < GDN_HEX_LEN", "UUID", "scalar"),
    ("nine is written as a letter", "text/hex_scalar.c",
     "{high, '9'}", "{high, 'a'}", "UUID", "scalar"),
    ("a NUL is written", "text/hex_scalar.c",
     "        out[dashes_at[i]] = '-';\n    }\n",
     "        out[dashes_at[i]] = '-';\n    }\n    out[36] = 0;\n",
     "UUID", "scalar"),
    ("a '-' is not looked at", "text/hex_x86.h",
     "_mm_setr_epi8((char)0xf0, 0,", "_mm_setr_epi8((char)0x00, 0,",
     "UUID", "sse41"),
    ("bytes past 127 are letters", "text/hex_x86.c",
     "ALL32(0xff - 0x20)", "ALL32(0xff - 0xa0)", "UUID", "avx2"),
    ("the end of a line is not looked at", "text/hex_avx2.c",
     "            others |= text[GDN_HEX_LINE + GDN_HEX_LEN] ^ '\\n';\n", "",
     "UUID", "avx2 many"),
    ("the first letter may be '8'", "text/base32_scalar.c",
     "first > 255", "first > 287", "ULID", "scalar"),
    ("'U' is a letter", "text/base32_scalar.c",
     "['T'] = LETTER(26, shift),",
     "['T'] = LETTER(26, shift), ['U'] = LETTER(27, shift),",
     "ULID", "scalar"),
    ("a bit of the middle letter is lost", "text/base32_scalar.c",
     "(upper << 4 | lower >> 60)", "(upper << 4 | lower >> 61)",
     "ULID", "scalar"),
    ("the first letter may be '8'", "text/base32_lanes.h",
     "0xf8, 0xe0, 0xe0,", "0xf0, 0xe0, 0xe0,", "ULID", "avx2"),
    ("a spare bit may be set", "text/rfc4648.c",
     "low & ((1u << spare) - 1)", "low & ((1u << spare) / 2 - 1)", "BASE64URL", "by form"),
    ("two octets are exchanged", "text/forms.c",
     ".at = {6, 7, 4, 5, 2, 3, 0, 1, 10, 11, 8, 9,",
     ".at = {6, 7, 4, 5, 2, 3, 0, 1, 8, 9, 10, 11,", "GUID_HEX", "by form"),
    ("a mark is read in any case", "text/hex_layout_scalar.c",
     "text[i] | layout->fold[i]", "text[i] | 0x20", "BRACES", "by form"),
]


def changed(file, old, new):
    """A file of src/ with the fault. None unless it has `old` exactly once."""
    text = (SOURCES / file).read_text(encoding="utf-8")
    return text.replace(old, new) if text.count(old) == 1 else None


def main():
    lost = [f"{file}: the text of this fault must stand here exactly once: {what}"
            for what, file, old, new, _, _ in CONTROLS
            if changed(file, old, new) is None]
    print("\n".join(lost))
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
