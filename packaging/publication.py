# SPDX-License-Identifier: MIT
"""publication.py - who publishes Guidon, as packaging/publication.toml says.

publication.py unset      print what is not set yet, one value a line
publication.py write      write the values into the files that need them
publication.py check      name the files that say something else
"""

import pathlib
import re
import sys
import tomllib
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[1]
FILE = ROOT / "packaging/publication.toml"
# What every value is, and the pattern that it fits. The files quote the values in several
# languages, so no value has a quotation mark or a backslash.
VALUES = {
    "maintainer.name": ("the maintainer's name", r'[^<>@,\n"\\]+'),
    "maintainer.address": (
        "the maintainer's mail address",
        r'[^\s<>@"\\]+@[^\s<>@"\\]+\.[^\s<>@."\\]+',
    ),
    "repository.url": ("the address of the repository", r'https://[^\s"\\]+'),
    "repository.security": (
        "where to report a vulnerability",
        r'(https://|mailto:)[^\s"\\]+',
    ),
    "repository.owners": ("the accounts that review changes", r'@[^\s"\\]+( @[^\s"\\]+)*'),
    "maven.group_id": ("the group id of the jars", r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+"),
}
POM = "bindings/java/pom.xml"
# Some files are not valid without a maintainer or an address. RFC 2606, section 2, keeps the
# domain "invalid" for what cannot exist.
NOBODY = "Nobody yet <nobody@guidon.invalid>"
NOWHERE = "https://guidon.invalid"
# The files, the pattern whose group is the value, and the value, as a key of `written`. A
# file has each pattern at least once.
PLACES = [
    ("debian/control", r"^Maintainer: (.*)$", "maintainer"),
    ("debian/changelog", r"^ -- (.*>)", "maintainer"),
    ("extensions/postgresql/debian/control.in", r"^Maintainer: (.*)$", "maintainer"),
    ("extensions/postgresql/debian/changelog", r"^ -- (.*>)", "maintainer"),
    ("extensions/postgresql/META.json", r'"maintainer": \["(.*)"\]', "maintainer"),
    ("fuzz/oss-fuzz/project.yaml", r'^homepage: "(.*)"$', "url"),
    ("fuzz/oss-fuzz/project.yaml", r'^main_repo: "(.*)"$', "url"),
    ("fuzz/oss-fuzz/project.yaml", r'^primary_contact: "(.*)"$', "address"),
    ("fuzz/oss-fuzz/Dockerfile", r"^RUN git clone --depth 1 (\S+)", "url"),
    ("SECURITY-INSIGHTS.yml", r": (https://\S+?)(?:/blob/main/\S+)?$", "url"),
    ("SECURITY-INSIGHTS.yml", r"^    comment: Report to (\S+) in private\.$", "security"),
    ("SECURITY.md", r"^Report a vulnerability in private to (\S+), ", "security"),
    ("SECURITY-INSIGHTS.yml", r"^ +- name: (.*) # maintainer$", "name"),
    ("SECURITY-INSIGHTS.yml", r"^ +email: (\S+)", "address"),
    (".github/CODEOWNERS", r"^(.*) # every file$", "owners"),
]


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


def written(values):
    """What stands in the files, by the names of PLACES."""
    name, address = re.fullmatch(r"(.*) <(.*)>", maintainer(values)).groups()
    owners = values["repository.owners"]
    return {
        "maintainer": maintainer(values),
        "name": name,
        "address": address,
        "url": values["repository.url"] or NOWHERE,
        "security": values["repository.security"] or NOWHERE,
        "owners": f"* {owners}" if owners else "# Nobody yet:",
    }


def group_fault(root, values):
    """A sentence if the jars have another group id than `values`. The group id is also the
    name of the Java package, so no program can write it into all of its places."""
    project = xml.etree.ElementTree.parse(root / POM).getroot()
    group = project.findtext("{*}groupId")
    if group == values["maven.group_id"]:
        return None
    return f'{POM} has the group id "{group}"; maven.group_id is "{values["maven.group_id"]}"'


def replaced(text, pattern, value):
    """The text with this value in each place that the pattern finds, and their number."""

    def put(found):
        return found[0][: found.start(1) - found.start()] + value + found[0][
            found.end(1) - found.start() :
        ]  # fmt: skip

    return re.subn(pattern, put, text, flags=re.M)


def changed(root, values):
    """Each file that differs from the values, as (path, the text that it should have)."""
    texts = {}
    for name, pattern, key in PLACES:
        text = texts.get(name) or (root / name).read_text()
        texts[name], count = replaced(text, pattern, written(values)[key])
        if not count:
            raise ValueError(f"{name} has no place for {key}: {pattern}")
    for name, text in texts.items():
        if text != (root / name).read_text():
            yield root / name, text


def main(words):
    try:
        values = read(FILE.read_text())
        files = list(changed(ROOT, values))
    except (tomllib.TOMLDecodeError, ValueError) as error:
        sys.exit(f"publication.py: {error}")
    if words == ["unset"]:
        print("\n".join(unset(values)))
    elif words == ["write"]:
        for path, text in files:
            path.write_text(text)
            print(path)
    elif words == ["check"]:
        if files:
            sys.exit("\n".join(f"{path} differs from {FILE.name}" for path, _ in files))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
