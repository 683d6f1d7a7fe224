# SPDX-License-Identifier: MIT
"""The results as an SVG chart: one panel for each operation, bars on a log scale."""

import math
import statistics
from xml.sax.saxutils import escape

from . import catalogue, table

WIDTH, MARGIN = 1240, 28
PANEL = 578  # with its labels; two side by side
LABEL, VALUE = 186, 62  # left and right of the bars
BAR, ROW, HEAD, FOOT = 11, 18, 34, 34
TOP = 104  # title, machine and legend
LOW, HIGH = 0.1, 1e5  # nanoseconds at the ends of the scale

COLOURS = {
    "Guidon": "#0b7a5c", "C": "#6b7280", "C++": "#2563eb", "Rust": "#c2410c",
    "Go": "#0891b2", "Java": "#9f1239", "JavaScript": "#b7950b",
    "Python": "#7c3aed",
}
# The outline of a figure, so that a line behind it does not cross it.
HALO = 'stroke="#ffffff" stroke-width="4" paint-order="stroke"'
INK, FAINT, GRID = "#1f2933", "#6b7280", "#e3e7eb"
PALE = 0.4  # opacity for libraries whose ids can be predicted
FONT = "DejaVu Sans, Segoe UI, Helvetica, Arial, sans-serif"


def _x(ns):
    """The distance of a time from the left end of the bars."""
    part = math.log(max(ns, LOW) / LOW) / math.log(HIGH / LOW)
    return min(part, 1) * (PANEL - LABEL - VALUE)


def _text(x, y, words, size=12, fill=INK, anchor="start", weight="normal",
          more=""):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" '
            f'text-anchor="{anchor}" font-weight="{weight}" {more}>'
            f'{escape(words)}</text>')


def _line(x1, y1, x2, y2, colour, more=""):
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
            f'stroke="{colour}" {more}/>')


def _rect(x, y, width, height, colour, opacity=1):
    return (f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
            f'height="{height}" fill="{colour}" opacity="{opacity}"/>')


def _colour(row):
    return COLOURS["Guidon" if row.library.startswith("Guidon")
                   else row.language]


def _bars(results, operation):
    """The rows for single calls and for batches, fastest first."""
    rows = [row for row in results.of(operation)
            if row.mode == "one" or row.mode == "many"]
    return sorted(rows, key=lambda row: row.median)


def _name(row):
    name = row.library + (", many" if row.mode == "many" else "")
    bare = row.library.startswith("Guidon")
    return name if bare else f"{name} · {row.language}"


def _quartiles(row):
    """The first and third quartile of the repetitions."""
    if row.spread is None:
        return row.median, row.median
    low, _, high = statistics.quantiles(row.ns, method="inclusive")
    return low, high


def _whisker(row, x, y):
    low, high = _quartiles(row)
    middle = y + BAR / 2
    return [_line(x + _x(low), middle, x + _x(high), middle, INK,
                  'stroke-width="1.5"')]


def _bar(row, x, y):
    bold = "bold" if row.library.startswith("Guidon") else "normal"
    bars = x + LABEL
    name = _name(row)
    return [
        _text(bars - 8, y + BAR - 1, name, 11.5 if len(name) < 28 else 10,
              INK, "end", bold),
        _rect(bars, y, max(_x(row.median), 1), BAR, _colour(row),
              PALE if row.note.startswith("weak") else 1),
        *_whisker(row, bars, y),
        _text(bars + _x(_quartiles(row)[1]) + 6, y + BAR - 1,
              table.number(row.median), 11.5, INK, "start", bold, HALO)]


def _scale(x, top, bottom):
    out = []
    for power in range(round(math.log10(LOW)), round(math.log10(HIGH)) + 1):
        ns = 10 ** power
        at = x + LABEL + _x(ns)
        words = (f"{ns:g} ns" if ns < 1000 else f"{ns // 1000:g} µs")
        out += [_line(at, top, at, bottom, GRID),
                _text(at, bottom + 13, words, 9.5, FAINT, "middle")]
    return out


def _limit(results, one, x, top, bottom):
    ns = results.limit(one.name, "one")
    if ns is None:
        return []
    at = x + LABEL + _x(ns)
    return [_line(at, top - 4, at, bottom, INK, 'stroke-dasharray="3 3"')]


def _height(rows):
    return HEAD + ROW * len(rows) + FOOT


def _panel(results, one, rows, x, y):
    top, bottom = y + HEAD, y + HEAD + ROW * len(rows)
    limit = catalogue.LIMITS[one.limit]
    out = [_text(x, y + 16, one.title, 14, INK, "start", "bold"),
           _text(x + PANEL, y + 16, f"dashed: {limit}", 10.5, FAINT, "end")]
    out += _scale(x, top, bottom)
    out += _limit(results, one, x, top, bottom)
    for i, row in enumerate(rows):
        out += _bar(row, x, top + ROW * i + (ROW - BAR) / 2)
    return out


def _legend(results, y):
    languages = {row.language for row in results.rows.values()
                 if row.mode != "limit" and row.library[:6] != "Guidon"}
    out, x = [], MARGIN
    for name, colour in COLOURS.items():
        if name != "Guidon" and name not in languages:
            continue
        out += [_rect(x, y - BAR, 16, BAR, colour), _text(x + 22, y, name)]
        x += 38 + 8.2 * len(name)
    return out + [_rect(x, y - BAR, 16, BAR, FAINT, PALE),
                  _text(x + 22, y, "weak randomness"),
                  _line(x + 158, y - 5, x + 180, y - 5, INK,
                        'stroke-width="1.5"'),
                  _text(x + 186, y, "middle half of the repetitions")]


def _head(results):
    about = results.about
    where = about.get("machine", {}).get("processor", "")
    date = about.get("run", {}).get("date", "")
    return [
        _text(MARGIN, 34, "Time for one id, median", 20, INK, "start", "bold"),
        _text(MARGIN, 58, "log scale, shorter is faster; one call at a time "
              f"except “many”   ·   {where}   ·   {date}", 12, FAINT),
        *_legend(results, 86)]


def svg(results):
    panels = [(one, rows) for one in catalogue.OPERATIONS
              if one.group != "forms" and (rows := _bars(results, one.name))]
    ends = [TOP, TOP]  # the lower end of each column
    out = _head(results)
    for one, rows in panels:
        column = ends.index(min(ends))
        x = MARGIN + column * (WIDTH - 2 * MARGIN - PANEL)
        out += _panel(results, one, rows, x, ends[column])
        ends[column] += _height(rows)
    height = max(ends)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" '
            f'height="{height}" viewBox="0 0 {WIDTH} {height}" '
            f'font-family="{FONT}">\n'
            f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>\n'
            + "\n".join(out) + "\n</svg>\n")
