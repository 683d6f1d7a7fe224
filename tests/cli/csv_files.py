#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""csv_files.py TOOL [ROUNDS]: compare what the tool reads in files of CSV and TSV with
Python's csv module, and what it writes with the bytes that the other fields had."""

import csv
import io
import os
import random
import re
import sys
import tempfile

from tool import canonical, run, with_version

ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 150
SEED = 20261126
TEXT_BEHIND = b"text behind the closing quote"
OPEN = b"open at the end of the file"


def new_id(draw):
    return canonical(with_version(draw.getrandbits(128), 4))


def is_id(text):
    return re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", text) is not None


def read(data, separator):
    """The rows that Python reads, without the empty lines, each with its first line;
    and whether a row is malformed."""
    rows = []
    lines = io.StringIO(data.decode("latin-1"), newline="")
    reader = csv.reader(lines, delimiter=separator, strict=True)
    begin = 1
    try:
        for row in reader:
            if row:
                rows.append((begin, row))
            begin = reader.line_num + 1
    except csv.Error as error:
        return rows, str(error)
    return rows, None


def soup(draw):
    """A text of what makes trouble in CSV."""
    separator = draw.choice(",,;\t")
    pieces = [separator] * 4 + ['"', '""', "\n", "\n", "\r\n", " ", "x", "\xe9", "=1"]
    text = "".join(
        new_id(draw) if draw.random() < 0.2
        else '"%s"' % new_id(draw) if draw.random() < 0.1
        else '"%s"' % draw.choice(("", 'a""b', separator, "\n", "a\r\nb", '""'))
        if draw.random() < 0.3
        else draw.choice(pieces)
        for _ in range(draw.randrange(40)))
    return separator, text.encode("latin-1")


def check_soup(draw):
    """What Python reads in the output is what it reads in the input, with the ids of the
    column in another form. The tool reports what is no id, in the lines that Python
    counts."""
    separator, data = soup(draw)
    n = draw.randrange(1, 4)
    name = {",": "comma", ";": "semicolon", "\t": "tab"}[separator]
    options = ("--separator", name, "--id-column", str(n))
    done = run("convert", *options, "--from", "uuid", "-f", "hex", "--on-error", "keep",
               input=data)
    rows, error = read(data, separator)
    if error:
        assert TEXT_BEHIND in done.stderr or OPEN in done.stderr, (data, error, done)
        return
    assert TEXT_BEHIND not in done.stderr and OPEN not in done.stderr, (data, done)
    want, bad = [], []
    for begin, row in rows:
        if len(row) >= n and is_id(row[n - 1]):
            row = row[:n - 1] + [row[n - 1].replace("-", "")] + row[n:]
        else:
            bad.append(begin)
        want.append(row)
    assert done.returncode == 0, (data, done)
    assert [row for _, row in read(done.stdout, separator)[0]] == want, (data, done)
    places = re.findall(rb"stdin:(\d+):\d+: ", done.stderr)
    assert [int(place) for place in places] == bad, (data, done, bad)
    checked = run("check", *options, "--from", "uuid", "--level", "shape", "--all", input=data)
    places = re.findall(rb"^stdin:(\d+):\d+: ", checked.stdout, re.MULTILINE)
    assert [int(place) for place in places] == bad, (data, checked, bad)


def field(draw, separator, many):
    """The bytes of a field, with quotes where it needs them and where it does not."""
    text = "".join(draw.choice(("a", "bc", " ", separator, '"', "\n", "\r\n", "\xe9", "\0"))
                   for _ in range(draw.randrange(many)))
    if any(c in text for c in separator + '"\r\n') or draw.random() < 0.3:
        text = '"%s"' % text.replace('"', '""')
    return text.encode("latin-1")


def table(draw, ids, many=6):
    """A file with these ids: its head, and for each record what stands before its id,
    the id, and what stands behind it."""
    separator = draw.choice(",\t")
    end = draw.choice((b"\n", b"\r\n"))
    before, behind = draw.randrange(3), draw.randrange(3)
    names = [b'"the ""id"""' if i == before else b"c%d" % i
             for i in range(before + 1 + behind)]
    mark = separator.encode()
    head = draw.choice((b"", b"\xef\xbb\xbf")) + mark.join(names) + end
    records = []
    for text in ids:
        quote = draw.choice((b"", b'"'))
        records.append((
            b"".join(field(draw, separator, many) + mark for _ in range(before)) + quote,
            text,
            quote + b"".join(mark + field(draw, separator, many) for _ in range(behind))
            + end))
    return head, records


def whole(record, text=None):
    return record[0] + (text or record[1]).encode() + record[2]


def check_table(draw, folder, n, memory):
    """convert changes the ids alone; sort and dedupe move whole records."""
    ids = [new_id(draw) for _ in range(n)]
    ids += draw.choices(ids, k=n // 4)
    head, records = table(draw, ids)
    path = os.path.join(folder, "file.csv")
    with open(path, "wb") as file:
        file.write(head + b"".join(whole(record) for record in records))
    column = ("--id-column", 'the "id"', path)

    def same(got, want, what):
        assert got.returncode == 0 and not got.stderr, (what, got.stderr[:1000])
        assert got.stdout == head + b"".join(want), (what, head, records[:3])

    same(run("convert", "-f", "urn", *column),
         [whole(record, "urn:uuid:" + record[1]) for record in records], "convert")
    same(run("sort", "--memory", memory, *column),
         [whole(record) for record in sorted(records, key=lambda record: record[1])], "sort")
    first = {}
    for record in records:
        first.setdefault(record[1], record)
    same(run("dedupe", "--memory", memory, *column),
         [whole(record) for record in first.values()], "dedupe")
    same(run("sort", "-u", "--by", "time", "--memory", memory, *column),
         [whole(record) for record in first.values()], "sort -u --by time")
    doubled = {text for text in ids if ids.count(text) > 1} if n < 1000 else None
    if doubled is not None:
        same(run("dedupe", "-d", "--memory", memory, *column),
             [whole(record) for text, record in first.items() if text in doubled], "-d")


def check_long_field(size):
    """A field of many bytes stays as it is; a record that is too long is an error."""
    one = b"919108f7-52d1-4320-9bac-f847db4148a8"
    filling = b'a""\n' * (size // 4)
    data = b'id,x\n%s,"%s"\n%s,\n' % (one, filling, one)
    done = run("convert", "--id-column", "id", "-f", "hex", input=data)
    assert done.returncode == 0, done.stderr
    assert done.stdout == data.replace(one, one.replace(b"-", b"")), "long field"
    done = run("sort", "--id-column", "id", input=data)
    assert done.stdout == data, "long field, sorted"
    done = run("check", "--id-column", "id", input=data[:-38] + b"x,\n")
    assert b"stdin:%d:" % (3 + size // 4) in done.stdout, done.stdout


def check_too_long():
    one = b"919108f7-52d1-4320-9bac-f847db4148a8"
    data = b'%s,x\n%s,"%s\n%s,y\n' % (one, one, b"a" * ((1 << 28) + 1), one)
    done = run("convert", "--id-column", "1", "--on-error", "skip", input=data)
    assert done.returncode == 1 and done.stdout == one + b",x\n", done.stdout[:100]
    assert b"stdin:2:37: the record is longer than 256 MiB" in done.stderr, done.stderr


def main():
    draw = random.Random(SEED)
    for _ in range(ROUNDS):
        check_soup(draw)
    with tempfile.TemporaryDirectory() as folder:
        for i in range(4 + ROUNDS // 50):
            check_table(draw, folder, draw.randrange(200), "256M" if i % 2 else "64K")
        check_table(draw, folder, 4000, "64K")
    check_long_field(4 << 20 if ROUNDS < 1000 else 100 << 20)
    if ROUNDS >= 1000:
        check_too_long()


if __name__ == "__main__":
    main()
