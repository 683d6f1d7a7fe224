#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""man1.py PROSE_DIR OUTPUT_DIR DATE PROGRAM...: write the manual pages of a program: of
guidon itself, a page per command and guidon-ids(7); of guidon-node, its page.

Names, options, notes and examples come from the tables of PROGRAM (--table json). The
file PROSE_DIR/PAGE.md adds text that does not fit into a table. Its sections go between
the options and the examples, except the sections of every page (exit status, environment,
files, see also). An entry of its section "## Options" follows the text of the table for
that option. An entry for something that does not exist is an error."""
import json
import pathlib
import re
import subprocess
import sys

import roff

PLACED = ["Options", "Kinds", "Forms", "Exit status", "Environment", "Files", "See also"]
HELP = {"letter": "h", "name": "help", "help": "show a summary and exit"}
# An id for each form: the second for the forms that not every id has.
SAMPLES = ["017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "34dc2346-9000-0000-0d00-007c5f000000"]


def parts(text, mark):
    """The text before the first line with the mark, and the bodies by their titles."""
    first, *others = re.split(rf"^{mark} (.*)\n?", text, flags=re.M)
    return first, dict(zip(others[::2], others[1::2]))


def listed(choices, last=None):
    """Words in bold: "a, b or c". `last` stands in plain text."""
    names = [roff.bold(word) for word in choices] + [last] * bool(last)
    return ", ".join(names[:-1]) + " or " * (len(names) > 1) + names[-1]


class Manual:
    """A page with its prose and the table of its command."""

    def __init__(self, folders, tables, name, section, command=None):
        self.path = folders[1] / f"man{section}" / f"{name}.{section}"
        self.name, self.command = name, command or {"options": [], "exits": []}
        prose = folders[0] / f"{name}.md"
        text = prose.read_text() if prose.exists() else ""
        self.intro, self.prose = parts(re.sub(r"^# .*\n", "", text), "##")
        options = self.command["options"]
        values = {option["value"] for option in options if "value" in option}
        self.page = roff.Page(
            roff.title(name, section, folders[2], f"guidon {tables['version']}",
                       "Guidon Manual"),
            roff.Marks("".join(option.get("letter", "") for option in options),
                       values | {self.command.get("operand")} - {None}))
        # Break no word and stretch no space. From groff 1.23 on, each paragraph sets its
        # adjustment from the string AD.
        self.page.add(".nh", ".ds AD l", ".ad l")

    def entries(self, section, known):
        """The text and the entries of a section. Each entry is one of `known`."""
        intro, entries = parts(self.prose.get(section, ""), "###")
        for title in entries:
            if title not in known:
                sys.exit(f"{self.name}.md: an entry for {title}, which does not exist")
        return intro, entries

    def begin(self, summary, *synopsis):
        self.page.heading("Name")
        self.page.filled(rf"{roff.literal(self.name)} \- {self.page.marks.text(summary)}")
        if synopsis:
            self.page.heading("Synopsis")
            self.page.add("\n.br\n".join(synopsis))
        self.page.heading("Description")

    def option(self, spec, more=""):
        value = roff.italic(spec["value"]) if "value" in spec else ""
        tag = f"{roff.bold('-' + spec['letter'])}, " if "letter" in spec else ""
        tag += roff.bold("--" + spec["name"])
        if "may_lack" in spec:
            tag += f"[={value}]"
        elif value:
            tag += f" {value}" + ",..." * ("list" in spec)
        self.page.tag(tag)
        text = self.page.marks.text(spec["help"][0].upper() + spec["help"][1:]) + "."
        if "choices" in spec:
            last = spec.get("open") and self.page.marks.text(spec["open"])
            text += f" {value} is {listed(spec['choices'], last)}."
        if "operands" in spec:
            text += f" For {listed(spec['operands'])}."
        self.page.filled(text)
        self.page.blocks(more)
        self.page.untag()

    def options(self):
        specs = [*self.command["options"], HELP]
        intro, entries = self.entries("Options", ["--" + spec["name"] for spec in specs])
        self.page.heading("Options")
        self.page.blocks(intro)
        for spec in specs:
            self.option(spec, entries.get("--" + spec["name"], ""))

    def other_sections(self):
        for title, body in self.prose.items():
            if title not in PLACED:
                self.page.heading(title)
                self.page.blocks(body)

    def examples(self, examples):
        self.page.heading("Examples")
        for does, line in examples:
            self.page.paragraph()
            self.page.text(does + ":" * (does[-1] not in "?:"))
            self.page.command_line(line)

    def exit_status(self, exits, own):
        """The prose may describe what a status means here. If it describes any of the
        statuses that all commands share, 1 and 4 appear only if it has them, because not
        every command uses them."""
        intro, entries = self.entries("Exit status", [status for status, _ in exits])
        self.page.heading("Exit status")
        self.page.blocks(intro)
        for status, meaning in exits:
            if own or status in entries or not self.prose.get("Exit status") or \
                    status not in "14":
                self.page.tag(roff.bold(status))
                self.page.blocks(entries.get(status, meaning))
                self.page.untag()

    def end(self):
        for title in ["Environment", "Files", "See also"]:
            default = "guidon(1), guidon-ids(7)" if title == "See also" else ""
            if body := self.prose.get(title, default):
                self.page.heading(title)
                self.page.blocks(body)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(self.page.source())


def synopsis(command):
    out = roff.bold(("" if "is_program" in command else "guidon ") + command["name"])
    for spec in command["options"]:
        if "required" in spec:
            out += f" {roff.bold('--' + spec['name'])} {roff.italic(spec['value'])}"
            out += ",..." * ("list" in spec)
    out += r" [\fIOPTION\fR...]"
    operand = roff.italic(command.get("operand", ""))
    if "launches" in command:
        return out + rf" [\fB\-\-\fR {operand}...]"
    if "operand" in command:
        operand += "..." * ("several" in command)
        out += f" [{operand}]" if "optional" in command else f" {operand}"
    return out


def command_page(folders, tables, command):
    own = "is_program" in command
    manual = Manual(folders, tables, command["name"] if own else f"guidon-{command['name']}",
                    1, command)
    page = manual.page
    manual.begin(command["summary"], synopsis(command))
    if "choices" in command:
        default = command.get("default")
        page.filled(f"{roff.italic(command['operand'])} is {listed(command['choices'])}"
                    + (f"; the default is {roff.bold(default)}" if default else "") + ".")
    page.blocks(command.get("notes", ""))
    page.blocks(manual.intro)
    manual.options()
    manual.other_sections()
    manual.examples(command["examples"])
    manual.exit_status(command["exits"], own)
    manual.end()


def tool_page(folders, tables):
    manual = Manual(folders, tables, "guidon", 1)
    manual.begin("make, read, convert and check 128-bit ids: UUID and ULID",
                 r"\fBguidon\fR", r"\fBguidon\fR \fIID\fR...",
                 r"\fBguidon\fR \fICOMMAND\fR [\fIARGUMENT\fR...]")
    manual.page.blocks(manual.intro)
    manual.page.heading("Commands")
    for command in tables["commands"]:
        manual.page.tag(rf"{roff.bold('guidon-' + command['name'])}(1)")
        manual.page.text(command["summary"])
    manual.page.heading("Options")
    manual.option({**HELP, "help": "list the commands and exit"})
    manual.option({"name": "version", "help": "show the version and exit"})
    manual.other_sections()
    manual.examples(command["examples"][0] for command in tables["commands"])
    manual.exit_status(tables["commands"][0]["exits"], False)
    manual.end()


def sample(program, form):
    """An id in a form. A long text may break behind a comma."""
    for text in SAMPLES:
        done = subprocess.run([*program, "convert", "--form", form], input=text + "\n",
                              capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return roff.literal(done.stdout.strip()).replace(",", r",\:")
    return sys.exit(f"no sample has the form {form}")


def ids_page(folders, tables, program):
    def choices(command, option):
        specs = next(c for c in tables["commands"] if c["name"] == command)["options"]
        return next(spec for spec in specs if spec["name"] == option)["choices"]

    manual = Manual(folders, tables, "guidon-ids", 7)
    lists = {"Kinds": choices("check", "kind"), "Forms": choices("convert", "from")}
    manual.begin("kinds of 128-bit ids and the forms they are written in")
    manual.page.blocks(manual.intro)
    for title, known in lists.items():
        intro, entries = manual.entries(title, known)
        manual.page.heading(title)
        manual.page.blocks(intro)
        for name in known:
            if name not in entries:
                sys.exit(f"guidon-ids.md: no entry for {name}")
            manual.page.tag(roff.bold(name))
            if title == "Forms" and name not in ["bytes", "typeid"]:
                manual.page.add(sample(program, name), ".br")
            manual.page.blocks(entries[name])
            manual.page.untag()
    manual.other_sections()
    manual.end()


def main(prose, out, date, *program):
    tables = json.loads(subprocess.run([*program, "--table", "json"], check=True,
                                       capture_output=True, text=True).stdout)
    folders = pathlib.Path(prose), pathlib.Path(out), date
    for command in tables["commands"]:
        command_page(folders, tables, command)
    if "is_program" not in tables["commands"][0]:
        tool_page(folders, tables)
        ids_page(folders, tables, program)


if __name__ == "__main__":
    main(*sys.argv[1:])
