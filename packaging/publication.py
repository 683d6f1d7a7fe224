# SPDX-License-Identifier: MIT
"""publication.py - who publishes Guidon, as packaging/publication.toml says.

publication.py maintainer     print NAME <ADDRESS>, as Debian's control file has it
publication.py unset          print what is not set yet, one value a line
"""

import pathlib
import re
import sys
import tomllib

FILE = pathlib.Path(__file__).resolve().with_name("publication.toml")
# What every value is, and the pattern that it fits.
VALUES = {
    "maintainer.name": ("the maintainer's name", r"[^<>@,\n]+"),
    "maintainer.address": ("the maintainer's mail address", r"[^\s<>@]+@[^\s<>@]+\.[^\s<>@.]+"),
    "repository.url": ("the address of the repository", r"https://\S+"),
    "repository.security": ("where to report a vulnerability", r"(https://|mailto:)\S+"),
    "maven.group_id": ("the group id of the jars", r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+"),
}
# Debian's tools accept no package without a maintainer. RFC 2606, section 2, keeps the
# domain "invalid" for addresses that nobody has.
NOBODY = "Nobody yet <nobody@guidon.invalid>"


def read(text):
    """The values by name, such as "maven.group_id"."""
    values = {
        f"{table}.{key}": value
        for table, rows in tomllib.loads(text).items()
        for key, value in rows.items()
    }
    if set(values) != set(VALUES):
        wrong = ", ".join(sorted(set(values) ^ set(VALUES)))
        raise ValueError(f"{FILE.name} lacks a value, or has one that nothing reads: {wrong}")
    return values


def unset(values):
    """A sentence for each value that is empty or cannot be right."""
    for name, (what, pattern) in VALUES.items():
        if not values[name]:
            yield f"{name}, {what}, is not set"
        elif not re.fullmatch(pattern, values[name]):
            yield f'{name}, {what}, cannot be "{values[name]}"'


def maintainer(values):
    """The maintainer as Debian's control file writes one."""
    if values["maintainer.name"] and values["maintainer.address"]:
        return f"{values['maintainer.name']} <{values['maintainer.address']}>"
    return NOBODY


def main(words):
    try:
        values = read(FILE.read_text())
    except (tomllib.TOMLDecodeError, ValueError) as error:
        sys.exit(f"publication.py: {error}")
    if words == ["maintainer"]:
        print(maintainer(values))
    elif words == ["unset"]:
        print("\n".join(unset(values)))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
