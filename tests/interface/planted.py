# SPDX-License-Identifier: MIT
"""Shows that each rule of rules.py finds a fault: a header of one function keeps all
rules, and with one change it breaks the rule that it should."""

import pathlib
import tempfile

import declared
import rules

HEADER = """#define GUIDON_API __attribute__((visibility("default")))
#define GUIDON_MUST_CHECK __attribute__((warn_unused_result))
typedef struct guidon_id { unsigned char bytes[16]; } guidon_id;
typedef struct guidon_key { unsigned char bytes[32]; } guidon_key;
typedef enum guidon_status { GUIDON_OK } guidon_status;
typedef enum guidon_form { GUIDON_FORM_UUID } guidon_form;
typedef __SIZE_TYPE__ size_t;
#ifdef __cplusplus
extern "C" {
#endif
"""
COMMENT = """/*
 * Read an id.
 *
 *   found   out  the form; may be NULL
 *   text    in   `len` bytes
 *   form    in   the form
 *   bad_at  out  the fault; may be NULL
 *
 * Errors  GUIDON_E_CHAR
 * Threads any
 * Source  RFC 9562
 * Code    src/text/forms.c
 */
"""
BEGINNING = "GUIDON_API GUIDON_MUST_CHECK guidon_status guidon_read("
ARGUMENTS = (
    "guidon_id *out, guidon_form *found, const guidon_key *key, "
    "const char *text, size_t len, guidon_form form, size_t *bad_at"
)
GOOD = COMMENT + BEGINNING + ARGUMENTS + ");\n"
ROW = "out out? handle in length option bad_at"
NAMES = [
    rules.Name(*row)
    for row in (
        ("out", "out", "guidon_id *"),
        ("out", "out", "char *"),
        ("out", "out", "const char *"),
        ("out_cap", "length", "size_t"),
        ("found", "out", "guidon_form *"),
        ("key", "handle", "const guidon_key *"),
        ("text", "in", "const char *"),
        ("text", "in", "char *"),
        ("len", "length", "size_t"),
        ("n", "length", "size_t"),
        ("form", "option", "guidon_form"),
        ("bad_at", "bad_at", "size_t *"),
    )
]

# rule, what is replaced, by what, part of the report; the row of the function
FAULTS = [
    ("row", "guidon_read(", "guidon_new_one(", "no row for it"),
    ("name", "guidon_form form", "guidon_form shape", "`shape` is no name of an argument"),
    ("name", "size_t len", "unsigned len", "`len` is unsigned int"),
    ("class", ", guidon_form form", "", "the arguments are out out handle in length"),
    (
        "order",
        "const guidon_key *key, const char *text, size_t len",
        "const char *text, size_t len, const guidon_key *key",
        "`key` is a handle and stands",
        "out out? in length handle option bad_at",
    ),
    (
        "order",
        "guidon_id *out, guidon_form *found",
        "guidon_form *found, guidon_id *out",
        "`out` stands behind `found`",
        "out? out handle in length option bad_at",
    ),
    (
        "order",
        "const char *text, size_t len",
        "size_t len, const char *text",
        "the length `len` follows",
        "out out? handle length in option bad_at",
    ),
    ("constness", "const char *text", "char *text", "`text` is an input, but"),
    ("constness", "guidon_id *out", "const char *out", "`out` is an output, but"),
    ("capacity", "guidon_id *out", "char *out", "without a capacity"),
    ("null", "the fault; may be NULL", "the fault", "`bad_at` may be NULL, and"),
    ("null", "`len` bytes", "`len` bytes; may be NULL", "and functions.txt has no ?"),
    ("must check", "GUIDON_API GUIDON_MUST_CHECK", "GUIDON_API", "without GUIDON_MUST_CHECK"),
    ("export", "GUIDON_API GUIDON_MUST_CHECK", "GUIDON_MUST_CHECK", "GUIDON_API is missing"),
    ("comment", COMMENT, "", "no comment stands above"),
    ("errors", " * Errors  GUIDON_E_CHAR\n", "", "no line `Errors`"),
    ("threads", " * Threads any\n", "", "which threads may call it"),
    ("code", " * Code    src/text/forms.c\n", "", "no `Code`"),
    ("owns", "guidon_id *out", "guidon_id **out", "who frees it"),
    ("source", " * Source  RFC 9562\n", "", "names no standard"),
    ("parameters", " *   found   out  the form; may be NULL\n", "", "describe `found`"),
    ("many", "guidon_read(", "guidon_read_many(", "is there without guidon_read"),
]


def report(text, row):
    """What rules.py finds in a header of one function."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "guidon").mkdir()
        (pathlib.Path(folder) / "guidon/one.h").write_text(HEADER + text)
        rows = {
            name: rules.Row(tuple(row.split()), True)
            for name in ("guidon_read", "guidon_read_many")
            if f"{name}(" in text
        }
        return list(rules.faults(declared.functions(folder), rows, NAMES))


def faults():
    """What the rules do not find, or find without a reason."""
    wrong = [f"planted.py: the good header: {fault}" for fault in report(GOOD, ROW)]
    for rule, good, bad, words, *row in FAULTS:
        if GOOD.count(good) != 1:
            wrong.append(f"planted.py: the good header has no single {good!r}")
        found = report(GOOD.replace(good, bad), row[0] if row else ROW)
        if not any(fault.rule == rule and words in fault.words for fault in found):
            wrong.append(
                f"planted.py: {rule}: {good!r} as {bad!r} gives no fault with "
                f"{words!r}, but: {'; '.join(map(str, found))}"
            )
    return wrong
