#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""shot.py TOOL: draw the screenshots of the documents, as a terminal with 80
columns shows them. Needs the Debian packages tmux, python3-pil and
fonts-dejavu-core."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from PIL import Image, ImageDraw, ImageFont

HERE = pathlib.Path(__file__).resolve().parent
TOOL = pathlib.Path(sys.argv[1]).resolve()
COMMANDS = {
    "guidon-show": "guidon show 017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
    "guidon-stat": "guidon stat day.txt",
    "guidon-audit": "guidon audit ids",
}
# day.txt: the ids of a day, more of them at day than at night. ids: ids of a
# generator whose last 16 bits are stuck, with a few ids of other kinds.
FILES = r"""
    for h in $(seq 0 23); do
        n=$((h > 6 ? 30 + (h - 7) * (26 - h) : 5 + h % 3))
        guidon new v7 -n $n --seed $h --at @$((1645488000 + h * 3600))
        [ $h != 16 ] || guidon new ulid -n 9 --seed 1 --at @1645545600
        [ $h != 20 ] || echo 017f22e2-79b0-7cc3-98c4-dcOc0c07398f
    done > day.txt
    {
        guidon new v4 -n 5000 --seed 1 | sed 's/....$/0000/'
        guidon new v1 -n 3 --seed 1 --node 00a0c91e6bf6 --at @1645557742
        echo e2227f01-b079-c37c-98c4-dc0c0c07398f
        guidon new v4 --seed 1 | sed 's/....$/0000/'
    } > ids
"""
# The pictures that show the first lines of another one, and how many.
BEGINNINGS = {"guidon-bits": ("guidon-show", 16)}
COLUMNS, HEIGHT = 80, 100
END = "-- end --"

# Pixels: of letters, of a column and a row, and of the edge.
SIZE, WIDTH, ROW, EDGE = 20, 12, 24, 20
INK, PAPER = (215, 218, 224), (22, 24, 29)
COLOURS = [(92, 99, 112), (224, 108, 117), (140, 194, 101), (217, 163, 67),
           (77, 157, 230), (193, 98, 222), (66, 179, 194), INK]
FONTS = {bold: ImageFont.truetype(f"DejaVuSansMono{bold}.ttf", SIZE)
         for bold in ("", "-Bold")}


def tmux(*args):
    return subprocess.run(["tmux", "-L", "shot", "-u", "-f", os.devnull, *args],
                          check=True, capture_output=True, text=True,
                          timeout=60).stdout


def screen(command):
    """Return the lines of the terminal after the command, with escape sequences."""
    tmux("new-session", "-d", "-s", "shot", "-x", str(COLUMNS), "-y",
         str(HEIGHT), f"printf '$ %s\\n' {command!r}; {command}; "
         f"printf '%s' '{END}'; cat")
    while END not in tmux("capture-pane", "-t", "shot", "-p"):
        pass
    shown = tmux("capture-pane", "-t", "shot", "-e", "-p").split(END)[0]
    tmux("kill-server")
    return re.sub(r"(\s|\033\[[0-9;]*m)+$", "", shown).split("\n")


def style_after(style, codes):
    for code in map(int, codes.split(";") if codes else ["0"]):
        if code == 0:
            style = {}
        elif code in (1, 2):
            style = style | {"bold" if code == 1 else "faint": True}
        elif 30 <= code <= 37:
            style = style | {"ink": COLOURS[code - 30]}
        elif code == 39:
            style = style | {"ink": INK}
        elif code != 49:
            sys.exit(f"shot.py: unknown escape code {code}")
    return style


def block(x, y, char):
    """Return the rectangle that a block element fills."""
    code = ord(char)
    if code <= 0x2588:
        return x, y + ROW - ROW * (code - 0x2580) // 8, x + WIDTH - 1, y + ROW - 1
    return x, y, x + max(WIDTH * (0x2590 - code) // 8, 1) - 1, y + ROW - 1


def draw_cell(draw, x, y, char, style):
    ink = style.get("ink", INK)
    if "faint" in style:
        ink = tuple((3 * a + 2 * b) // 5 for a, b in zip(ink, PAPER))
    if "\u2581" <= char <= "\u258f":
        draw.rectangle(block(x, y, char), fill=ink)
    elif char != " ":
        draw.text((x, y + SIZE - 2), char, fill=ink, anchor="ls",
                  font=FONTS["-Bold" if "bold" in style else ""])


def picture(lines):
    size = (COLUMNS * WIDTH + 2 * EDGE, len(lines) * ROW + 2 * EDGE)
    image = Image.new("RGB", size, PAPER)
    draw = ImageDraw.Draw(image)
    style = {}
    for row, line in enumerate(lines):
        x, y = EDGE, EDGE + row * ROW
        for part in re.split(r"(\033\[[0-9;]*m)", line):
            if part.startswith("\033"):
                style = style_after(style, part[2:-1])
                continue
            for char in part:
                draw_cell(draw, x, y, char, style)
                x += WIDTH
    return image.quantize(32, Image.Quantize.MEDIANCUT)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ |= {"LC_ALL": "C.UTF-8", "TZ": "CET-1", "SHELL": "/bin/sh",
                       "TMUX_TMPDIR": folder,
                       "PATH": f"{TOOL.parent}:{os.environ['PATH']}"}
        for name in ("TMUX", "NO_COLOR"):
            os.environ.pop(name, None)
        subprocess.run(["bash", "-ec", FILES], check=True)
        screens = {name: screen(command) for name, command in COMMANDS.items()}
        screens |= {name: screens[of][:lines] for name, (of, lines) in BEGINNINGS.items()}
        for name, lines in screens.items():
            picture(lines).save(HERE / f"{name}.png", optimize=True)


main()
