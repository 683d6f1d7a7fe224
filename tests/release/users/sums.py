# SPDX-License-Identifier: MIT
"""The folder as a stranger verifies it."""

from trial import Kind, expect


def attempt(place):
    said = place.run("sh", place.file("verify-release.sh", r"verify-release\.sh"))
    place.used |= {path.name for path in place.release.glob("*.json")}
    place.used |= {"NOTES.md", "SHA256SUMS", "SHA256SUMS.minisig"}
    lines = (place.release / "SHA256SUMS").read_text().splitlines()
    named = sum(not line.startswith("#") for line in lines)
    expect(named, "SHA256SUMS names no file")
    return f"verify-release.sh accepts {named} files, and says: {said.splitlines()[-1]}"


KIND = Kind("sums", (), attempt)
