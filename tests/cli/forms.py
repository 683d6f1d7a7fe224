#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""forms.py TOOL: the tool supports every form of include/guidon/text.h in the lists of
--help, in `show`, in `bounds`, in both directions of `convert`, and in the message
for a wrong character. The expected texts are in tests/vectors/text.json.

forms.py --hide: a filter for sessions. It removes the lists of forms, and the rows of
forms newer than `ncs`, so that a new form does not change the *.expected files. The
test above checks what the filter removes.
"""
import json
import pathlib
import re
import sys

import tool
from tool import expect

TESTS = pathlib.Path(__file__).resolve().parent.parent
HEADER = (TESTS.parent / "include/guidon/text.h").read_text()
FORMS = re.findall(r'^ +X\(\w+, "([a-z0-9-]+)"\)', HEADER, re.M)
LATER = FORMS[FORMS.index("ncs") + 1:]
LIST = re.compile(r"\buuid,\s+uuid-upper,(?:\s+[a-z0-9-]+,)*\s+[a-z0-9-]+\s+or\s+"
                  r"(?:bytes|typeid)\b")


def hidden(text):
    """A session without the text that a new form adds."""
    text = LIST.sub("FORMS or bytes", text)
    for form in LATER:
        # A row of the detail view, narrow or wide, and a member of JSON.
        text = re.sub(rf"^(<2>)?  {form}( +(<0>)?\S+\n|\n((<0>)?    \S+\n)+)", "",
                      text, flags=re.M)
        text = re.sub(rf',"{form}":"[^"]*"', "", text)
    return text


def run(*command, stdin=b"", fails=False):
    done = tool.run(*command, input=stdin)
    if (done.returncode != 0) != fails:
        sys.exit(f"guidon {' '.join(command)}: {done.stderr.decode()}")
    return (done.stderr if fails else done.stdout).decode("latin-1")


def rows():
    file = TESTS / "vectors/text.json"
    return json.loads(file.read_text())["texts"]


# The forms that `bounds --sql` accepts: in byte order, and in every collation that
# puts digits before letters, their texts sort as the ids do. An int sorts as a number.
SORTED = {"uuid", "uuid-upper", "hex", "hex-upper", "braces", "urn", "int", "ulid",
          "ulid-lower", "c", "parens", "guid-x", "base36", "base32hex", "hex-0x",
          "base32human", "bytes"}

# The options that take a form, with the forms that they leave out.
WITH_LISTS = {("new", "--form"): {"ncs"}, ("bounds", "--form"): {"ncs"},
              ("convert", "--form"): set(), ("convert", "--from"): set(),
              ("sort", "--form"): set(), ("sort", "--from"): set(),
              ("dedupe", "--form"): set(), ("dedupe", "--from"): set(),
              ("check", "--from"): set(), ("stat", "--from"): set(),
              ("audit", "--from"): set(), ("short", "--from"): set(),
              ("find", "--from"): set()}
for keyed in "derive", "mask", "unmask", "encrypt", "decrypt", "repair":
    WITH_LISTS |= {(keyed, "--form"): {"ncs"}, (keyed, "--from"): set()}
# The options that also take TypeIDs, which are no form of text.h.
WITH_TYPEIDS = {("convert", "--form"),
                *(option for option in WITH_LISTS if option[1] == "--from")}


def listed(forms):
    return ", ".join(forms[:-1]) + f" or {forms[-1]}"


def lists_of(command):
    """The list of forms of each option in the help of a command."""
    text = run(command, "--help")
    wide = [line for line in text.splitlines() if len(line) > 80]
    expect(f"{command} --help: lines over 80 columns", wide, [])
    found = {}
    for option in re.split(r"^(?=  (?:-\w,|   ) --)", text, flags=re.M)[1:]:
        lists = [re.sub(r"\s+", " ", match[0]) for match in LIST.finditer(option)]
        if lists:
            name = re.search(r"--[a-z-]+", option)[0]
            expect(f"{command} {name}: lists", len(lists), 1)
            found[command, name] = lists[0]
    return found


def check_lists():
    got = {}
    for command in tool.commands():
        got |= lists_of(command)
    want = {option: listed([form for form in [*FORMS, "bytes"] if form not in without]
                           + ["typeid"] * (option in WITH_TYPEIDS))
            for option, without in WITH_LISTS.items()}
    expect("the lists of --help", got, want)
    for (command, option), forms in want.items():
        wrong = run(command, option, "none", *["2022"] * (command == "bounds"),
                    fails=True)
        expect(f"{command} {option}: no form", forms in wrong, True)


def check_shown(row):
    """Check every form of an id in the detail view and in JSON."""
    want = {form: row[form] for form in FORMS if form in row}
    got = json.loads(run("show", "--json", row["uuid"]))["forms"]
    expect("show --json", list(got.items()), list(want.items()))
    view = run("show", row["uuid"]).split("\n\n")[-1]
    view = re.sub(r",\n +", ",", view)
    expect("show", view.split(), [word for item in want.items() for word in item])


def check_converted(form):
    of_form = [row for row in rows() if form in row]
    texts = "".join(row[form] + "\n" for row in of_form)
    uuids = "".join(row["uuid"] + "\n" for row in of_form)
    got = run("convert", "-f", form, stdin=uuids.encode())
    expect(f"convert -f {form}", got, texts)
    got = run("convert", "--from", form, stdin=texts.encode())
    expect(f"convert --from {form}", got, uuids)


def check_bounds(form):
    canonical = run("bounds", "2026-01-01")
    texts = run("bounds", "-f", form, "2026-01-01")
    expect(f"bounds -f {form}", texts,
         run("convert", "-f", form, stdin=canonical.encode()))
    expect(f"bounds -f {form}", canonical,
         run("convert", "--from", form, stdin=texts.encode()))


def check_sorted(total):
    """`bounds --sql` accepts the forms of SORTED, and only their texts sort."""
    accepted = set()
    for form in [*FORMS, "bytes"]:
        done = tool.run("bounds", "-f", form, "--sql", "id", "2026")
        accepted |= {form} if done.returncode == 0 else set()
    expect("bounds --sql", sorted(accepted), sorted(SORTED))
    ids = sorted(rows(), key=lambda row: row["uuid"])
    for form in set(total) - {"int"}:
        texts = [row[form].lower() for row in ids]
        expect(f"{form} sorts", texts == sorted(texts), form in SORTED)


def check_wrong(form, text):
    """If the last digit is wrong, the message names the form's kind of digit."""
    at = max(i for i, char in enumerate(text) if char.isalnum())
    text = f'{text[:at]}"{text[at + 1:]}'
    message = run("convert", "--from", form, stdin=text.encode(), fails=True)
    words = ("decimal digit" if form in ("int", "oid", "urn-oid", "int64x2") else
             "base32 letter" if form in ("ulid", "ulid-lower") else
             f"{form} letter" if form.startswith(("base", "z85")) else
             "base57 letter" if form == "shortuuid" else
             f"letter of UUID-NCName-{form[6:]}" if form.startswith("ncname") else
             "hexadecimal digit")
    wrong = f"wrong in {form} (" if form in ("c", "guid-x") else f"not a {words} ("
    expect(f"{form}: {message}", f":{at + 1}: '\"' is {wrong}" in message, True)


def main():
    partial = [form for form in FORMS if any(form not in row for row in rows())]
    expect("forms that some ids lack", partial, ["ncs"])
    total = [form for form in FORMS if form not in partial]
    check_lists()
    check_sorted(total)
    for row in rows():
        check_shown(row)
    for form in FORMS:
        check_converted(form)
    for form in total:
        check_bounds(form)
        check_wrong(form, rows()[0][form])
    least = tool.run("bounds", "-f", "bytes", "2026-01-01").stdout
    expect("bounds -f bytes", least.hex(),
         run("bounds", "-f", "hex", "2026-01-01").replace("\n", ""))


if __name__ == "__main__":
    if sys.argv[1] == "--hide":
        # Some bytes of sessions are not UTF-8.
        text = sys.stdin.buffer.read().decode("latin-1")
        sys.stdout.buffer.write(hidden(text).encode("latin-1"))
    else:
        main()
