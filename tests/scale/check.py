#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check.py PROGRAM PAGE: the tables that a program of this folder prints stand in the
page, so that the page shows what the library does."""
import subprocess
import sys


def main(program, page):
    done = subprocess.run([program], stdout=subprocess.PIPE, text=True, check=True)
    with open(page, encoding="utf-8") as file:
        text = file.read()
    tables = done.stdout.strip().split("\n\n")
    missing = [table for table in tables if f"\n{table}\n" not in text]
    for table in missing:
        print(f"{page}: this table is not in the page:\n{table}\n")
    sys.exit(1 if missing or not tables[0] else 0)


main(*sys.argv[1:])
