# SPDX-License-Identifier: MIT
"""svg.py: what the charts of this folder are drawn with."""

INK, FAINT, GRID = "#1f2933", "#6b7280", "#e3e7eb"
GUIDON, PEER, HOT = "#0b7a5c", "#9aa5b1", "#b4532a"


def text(x, y, words, size=12, fill=INK, anchor="start", weight="normal"):
    return (f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill="{fill}" '
            f'text-anchor="{anchor}" font-weight="{weight}">{words}</text>')


def rectangle(x, y, width, height, fill):
    return f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.1f}" height="{height}" fill="{fill}"/>'


def line(x, top, bottom):
    return f'<path d="M{x:.1f} {top}V{bottom}" stroke="{GRID}"/>'


def document(width, height, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" '
            f'height="{height}" viewBox="-12 0 {width + 24} {height}" '
            'font-family="DejaVu Sans, Segoe UI, Helvetica, Arial, sans-serif">\n'
            f'<rect x="-12" width="{width + 24}" height="{height}" fill="#fff"/>\n'
            + "\n".join(parts) + "\n</svg>\n")
