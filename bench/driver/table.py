# SPDX-License-Identifier: MIT
"""The results as a table, for a terminal and as Markdown."""

import dataclasses
import textwrap

from . import catalogue

MODES = {"one": "", "many": ", many at once", "threads": ", two threads",
         "processes": ", two processes", "limit": ""}

READING = """\
ns: median time for one id, in nanoseconds. With two threads or processes it is the \
time for one id of one of them, so code that scales takes as long as one alone.
spread: distance between the quartiles of the repetitions, as a part of the median.
x Guidon: ratio to Guidon's single call, or to its two threads.
x limit: ratio to the limit named under the operation."""


@dataclasses.dataclass
class Line:
    label: str
    language: str
    ns: str
    spread: str
    to_guidon: str
    to_limit: str
    note: str
    guidon: bool = False


def number(value):
    """A number with two or three significant digits: 0.034, 0.65, 11.9, 235, 16 400."""
    if value is None:
        return ""
    if value < 0.0995:
        return f"{value:.3f}"
    if value < 9.995:
        return f"{value:.2f}"
    if value < 99.95:
        return f"{value:.1f}"
    digits = len(str(round(value)))
    value = round(value, 3 - digits)
    return f"{value:,.0f}".replace(",", " ")


def ratio(value, base):
    return "" if value is None or not base else number(value / base)


def percent(spread):
    return "" if spread is None else f"{100 * spread:.0f} %"


def _line(results, operation, row):
    limit = row.mode == "limit"
    mode = "one" if limit else row.mode
    base = (results.median(operation, "Guidon", "one") if limit
            else results.base(row))
    return Line(
        label=(catalogue.LIMITS[row.operation] if limit
               else row.library + MODES[row.mode]),
        language="limit" if limit else row.language,
        ns=number(row.median), spread=percent(row.spread),
        to_guidon=ratio(row.median, base),
        to_limit=ratio(row.median, results.limit(operation, mode)),
        note=row.note, guidon=row.library.startswith("Guidon"))


def rows_of(results, operation):
    """The limits, then single calls, batches, two threads; fastest first."""
    one = catalogue.operation(operation)
    names = dict.fromkeys([one.limit, one.many_limit, *one.others])
    limits = [row for name in names for row in results.of(name)]
    rows = sorted(results.of(operation), key=lambda row: row.median)
    order = sorted(rows, key=lambda row: list(MODES).index(row.mode))
    return limits, order


def sections(results):
    """(operation, lines) for each operation with a row."""
    for one in catalogue.OPERATIONS:
        limits, rows = rows_of(results, one.name)
        if rows:
            yield one, [_line(results, one.name, row) for row in limits + rows]


def _limit_name(one):
    """The short name of the limit behind `x limit`."""
    name = catalogue.LIMITS[one.limit].split(" of ")[0]
    many = catalogue.LIMITS[one.many_limit].split(" of ")[0]
    return name if one.limit == one.many_limit else f"{name} (many: {many})"


def about_lines(results):
    about = results.about
    lines = [f"{key}: {value}" for key, value in about.get("run", {}).items()]
    lines += [f"{key}: {value}"
              for key, value in about.get("machine", {}).items()]
    lines += [f"{key}: {value}"
              for key, value in about.get("tools", {}).items()]
    versions = {}
    for row in results.rows.values():
        name = row.library.split(" (")[0]
        name = "libcrypto" if row.mode == "limit" else name
        versions.setdefault(row.language, {})[name] = row.version
    for language, libraries in versions.items():
        lines.append(f"{language} libraries: " + ", ".join(
            f"{name} {version}" for name, version in libraries.items()))
    return lines


def missing_lines(results):
    return [(f"{language}: {what}", "not measured", reason)
            for language, what, reason in results.missing]


def terminal(results, bold=lambda text: text):
    out = []
    for one, lines in sections(results):
        head = f"{one.title}  [{one.name}]"
        out.append(bold(f"{head:<48}{'ns':>8}{'spread':>8}"
                        f"{'x Guidon':>10}{'x limit':>9}"))
        out.append(f"  limit: {_limit_name(one)}")
        for line in lines:
            name = f"  {line.label:<36.36} {line.language:<10.10}"
            figures = (f"{line.ns:>7}{line.spread:>8}{line.to_guidon:>10}"
                       f"{line.to_limit:>9}")
            note = f"  {line.note}" if line.note else ""
            text = f"{name}{figures}{note}"
            out.append(bold(text) if line.guidon else text)
        out.append("")
    for name, what, reason in missing_lines(results):
        out.append(f"{name}: {what}: {reason}")
    if results.missing:
        out.append("")
    out += [textwrap.fill(line, 79, subsequent_indent="  ")
            for line in READING.splitlines()]
    return "\n".join(out) + "\n"


def _cells(*cells):
    return "| " + " | ".join(str(cell).replace("|", "\\|")
                             for cell in cells) + " |"


COLUMNS = (_cells("library", "language", "ns", "spread", "x Guidon", "x limit",
                  "note"),
           _cells("---", "---", "--:", "--:", "--:", "--:", "---"))


def _markdown_line(line, *first):
    star = "**" if line.guidon else ""
    return _cells(*first, f"{star}{line.label}{star}", line.language, line.ns,
                  line.spread, line.to_guidon, line.to_limit, line.note)


def _forms(results, verb, title):
    """One table for all forms that are read, or written."""
    out = []
    for one, lines in sections(results):
        if one.name.startswith(verb):
            form = one.name.removeprefix(verb)
            out += [_markdown_line(line, form) for line in lines
                    if line.language != "limit"]
    if not out:
        return []
    head, rule = COLUMNS
    return [f"## {title}", "", "Limit: memcpy.", "", "| form " + head,
            "| --- " + rule, *out, ""]


def markdown(results, chart=None):
    out = ["# Guidon compared with other libraries", ""]
    out += ["The columns of the tables are:", ""]
    out += [f"- {line}" for line in READING.splitlines()] + [""]
    if chart:
        out += [f"![Median nanoseconds for one id, by operation]({chart})", ""]
    out += ["## The run", ""]
    out += [f"- {line}" for line in about_lines(results)] + [""]
    for one, lines in sections(results):
        if one.group != "forms":
            out += [f"## {one.title}", "", f"Limit: {_limit_name(one)}.", "",
                    *COLUMNS, *map(_markdown_line, lines), ""]
    out += _forms(results, "write_", "Other forms, written")
    out += _forms(results, "read_", "Other forms, read")
    if results.missing:
        out += ["## Not measured", "", _cells("operation", "", "reason"),
                _cells("---", "---", "---")]
        out += [_cells(*line) for line in missing_lines(results)] + [""]
    return "\n".join(out)
