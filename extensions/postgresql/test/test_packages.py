# SPDX-License-Identifier: MIT
"""The files of the packages agree with the extension."""

import json
import re

import build

CONTROL = (build.EXTENSION / "guidon.control").read_text()
VERSION = re.search(r"default_version = '(.*)'", CONTROL)[1]


def test_every_package_has_the_version_of_the_control_file():
    meta = json.loads((build.EXTENSION / "META.json").read_text())
    assert meta["version"] == meta["provides"]["guidon"]["version"] == VERSION
    changelog = (build.EXTENSION / "debian/changelog").read_text()
    assert changelog.startswith(f"postgresql-guidon ({VERSION}) ")
    library = (build.ROOT / "include/guidon/version.h").read_text()
    assert f'GUIDON_VERSION       "{VERSION}"' in library


def test_meta_names_files_that_exist():
    provided = json.loads((build.EXTENSION / "META.json").read_text())["provides"]
    for extension in provided.values():
        assert (build.EXTENSION / extension["file"]).is_file()
        assert (build.EXTENSION / extension["docfile"]).is_file()


def test_upgrade_scripts_end_at_the_version():
    """Of the released versions, none lacks a way to this one."""
    steps = [path.stem.split("--")[1:] for path in
             (build.EXTENSION / "sql").glob("guidon--*--*.sql")]
    reached = {VERSION}
    for _ in steps:
        reached |= {start for start, end in steps if end in reached}
    assert {start for start, _ in steps} <= reached
