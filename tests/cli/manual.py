#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""manual.py TOOL DOCS PAGES: the manual pages agree with the tool, and every man program
shows them well. They are made from DOCS/man."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import tool
from tool import TOOL, choices, commands, expect, help_of, installed

DOCS, PAGES = map(pathlib.Path, sys.argv[2:])
PROSE = DOCS / "man"
SAMPLES = ["017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
           "34dc2346-9000-0000-0d00-007c5f000000"]
WIDTH = 80


def run(*command, **more):
    return subprocess.run(list(map(str, command)), text=True, check=False,
                          capture_output=True, timeout=60, **more)


def guidon(*words, **more):
    return tool.run(*words, text=True, **more)


# ------------------------------------------------------------------ the pages

ESCAPES = {r"\-": "-", r"\(rs": "\\", r"\(aq": "'", r"\(ga": "`",
           r"\(ha": "^", r"\(ti": "~", r"\:": "", r"\&": "", r"\fB": "",
           r"\fI": "", r"\fR": "", r"\(bu": "*", r"\"": ""}


def plain(source):
    """A line of a page's source without roff escapes."""
    return re.sub(r"\\(?:\(..|f.|.)", lambda m: ESCAPES[m[0]], source)


def source(name, section=1):
    return (PAGES / f"man{section}" / f"{name}.{section}").read_text()


def section_of(text, title):
    return re.search(rf"^\.SH {title}\n((?:(?!\.SH).*\n)*)", text, re.M)[1]


def tags(text):
    return [plain(line) for line in re.findall(r"^\.TP\n(.*)", text, re.M)]


def command_lines(text):
    lines = re.findall(r"^\$ ((?:.*\\\(rs\n)*.*)", text, re.M)
    return [re.sub(r" \\\n +", " ", "\n".join(map(plain, line.split("\n"))))
            for line in lines]


# ------------------------------------------------------------------- the tool

def help_options(command):
    """The options as the manual writes them: "-n, --count N"."""
    text = help_of(command).split("Options:\n")[1]
    return [" ".join(line.split("  ")[0].split()) for line in
            re.findall(r"^  (?:  )?(?:  )?(-\S.*)", text.split("\n\n")[0],
                       re.M)]


def check_parser(command, tag):
    """Check the message for an option without its value, or with a value that it
    does not take."""
    name = re.search(r"--[a-z0-9-]+", tag)[0]
    if tag.split(name)[1].startswith("[="):
        return  # the value is optional
    if tag.split(name)[1]:
        error = guidon(command, name).stderr
        want = f"option '{name}' needs a value"
    else:
        error = guidon(command, f"{name}=x").stderr
        want = f"option '{name}' takes no value"
    if want not in error:
        sys.exit(f"guidon {command}: expected \"{want}\", got {error}")


# ----------------------------------------------------------------- the checks

def check_command(name, known):
    text = source(f"guidon-{name}")
    listed = tags(section_of(text, "OPTIONS"))
    options = [tag for tag in listed if tag.startswith("-")]
    expect(f"options of guidon-{name}(1)", options, help_options(name))
    for tag in options:
        check_parser(name, tag)
    shown = help_of(name)
    examples = re.findall(r"^    \$ (.*)", shown, re.M)
    expect(f"examples of guidon-{name}(1)",
           command_lines(section_of(text, "EXAMPLES")), examples)
    known |= {re.search(r"--[a-z0-9-]+", tag)[0] for tag in options}
    return examples


def check_words(name, section, pages, options):
    """Check that a page names only options and pages that exist."""
    text = plain(source(name, section).replace("\n", " "))
    for option in re.findall(r"(?<![\w-])--[a-z][a-z0-9-]*", text):
        if option not in options:
            sys.exit(f"{name}({section}) names {option}: no command has it")
    for page in re.findall(r"\bguidon[a-z-]*\([0-9]\)", text):
        if page not in pages:
            sys.exit(f"{name}({section}) names {page}, which does not exist")


def check_tool(names):
    text = source("guidon")
    expect("commands of guidon(1)", tags(section_of(text, "COMMANDS")),
           [f"guidon-{name}(1)" for name in names])
    status = re.findall(r"^\.TP\n\\fB(\d)\\fR\n(.*)",
                        section_of(text, "EXIT STATUS"), re.M)
    said = " ".join(f"{code} {meaning}" for code, meaning in status)
    shown = " ".join(help_of().split())
    if not shown.endswith(f"Exit status: {said}"):
        sys.exit(f"guidon(1) and --help differ in the exit status: {said}")


def check_ids():
    text = source("guidon-ids", 7)
    forms = choices("convert", "form")
    kinds = choices("check", "kind")
    expect("forms of guidon-ids(7)", tags(section_of(text, "FORMS")), forms)
    expect("kinds of guidon-ids(7)",
           sorted(tags(section_of(text, "KINDS"))), sorted(kinds))
    samples = re.findall(r"^\.TP\n.*\n(.*)\n\.br\n", section_of(text, "FORMS"),
                         re.M)
    for form, sample in zip(forms[:-2], samples, strict=True):
        out = guidon("convert", "-f", form,
                     input=SAMPLES[form == "ncs"] + "\n").stdout
        expect(f"the sample of {form}", plain(sample) + "\n", out)


def check_looks(paths):
    """Check with both man programs: no warnings, no long lines."""
    shows = {"mandoc": ["mandoc", "-Tascii", f"-Owidth={WIDTH - 2}"],
             "groff": ["groff", "-man", "-ww", "-Tascii", "-P-cbou",
                       f"-rLL={WIDTH - 2}n"]}
    for program, command in shows.items():
        if not installed(program):
            continue
        for path in paths:
            shown = run(*command, path)
            faults = shown.stderr
            if program == "mandoc":
                faults += run("mandoc", "-Tlint", path).stdout
            for line in re.sub(".\b", "", shown.stdout).splitlines():
                if len(line) > WIDTH:
                    faults += f"{program}: {path.name}: wide: {line}\n"
            if faults or shown.returncode:
                sys.exit(faults or f"{program}: {path.name}: failed")


def write_with(page, change):
    """Write the pages with changed prose for one of them. Returns the writer's
    result and that page's source."""
    with tempfile.TemporaryDirectory() as folder:
        prose = pathlib.Path(folder, "prose")
        shutil.copytree(PROSE, prose)
        path = prose / f"{page}.md"
        path.write_text(change(path.read_text()))
        ended = run(sys.executable, "-B", DOCS / "reference/man1.py", prose, folder,
                    "2022-02-22", TOOL).returncode
        made = list(pathlib.Path(folder).glob(f"man?/{page}.*"))
        return ended, made[0].read_text() if made else ""


def check_markup():
    """Check that characters with a meaning for roff appear as text, at every line
    break of the source."""
    words = r""".NET 'tis .NET a~b ^ \n "q" it's C:\dir. Right?"""
    text = " ".join(words for _ in range(99)) + " .NET" * 99
    _, page = write_with("guidon-help", lambda _: f"""{text}

- {text}

- `.tag`, `b`: {text}

    {words}
""")
    folded = plain(re.sub(r"\n(?!\.[A-Z])", " ", page))
    expect("texts of a page of odd words", folded.count(text), 3)
    expect("its tag", tags(page)[0], ".tag, b")
    expect("its verbatim line", plain(re.search(r"\.EX\n(.*)", page)[1]), words)
    expect("requests", re.findall(r"^\.N.*", page, re.M), [])
    # Only the verbatim line may end there; otherwise roff adds two spaces.
    expect("lines that end with a sentence",
           len(re.findall(r"Right\?$", page, re.M)), 1)


def check_refusals():
    """Check that unknown and missing parts of the prose are errors."""
    for page, old, new in [
            ("guidon-new", "### --count", "### --cuont"),
            ("guidon-check", "### 1\n", "### 9\n"),
            ("guidon-ids", "### base58", "### base59"),
            ("guidon-ids", "### nil\n\nAll bits zero", "All bits zero")]:
        if old not in (PROSE / f"{page}.md").read_text():
            sys.exit(f"{page}.md has no {old!r}")
        ended, _ = write_with(page, lambda text: text.replace(old, new))
        if ended == 0:
            sys.exit(f"{page}.md with {new!r} was accepted")


def main():
    names = commands()
    paths = sorted(PAGES.glob("man[17]/*"))
    pages = {f"{path.stem}({path.suffix[1:]})" for path in paths}
    expect("pages", sorted(pages),
           sorted([f"guidon-{name}(1)" for name in names] +
                  ["guidon(1)", "guidon-ids(7)"]))
    options = {"--version", "--help"}
    lines = sum([check_command(name, options) for name in names], [])
    for path in paths:
        check_words(path.stem, path.suffix[1:], pages, options)
        for line in command_lines(path.read_text()):
            if line not in lines:
                sys.exit(f"{path.name} shows a line that no --help has: {line}")
    check_tool(names)
    check_ids()
    stems = {"guidon-node", *(path.stem for path in paths)}  # that of another program
    for prose in PROSE.glob("*.md"):
        if prose.stem not in stems:
            sys.exit(f"{prose.name}: no page has this name")
    check_looks(paths)
    check_markup()
    check_refusals()


main()
