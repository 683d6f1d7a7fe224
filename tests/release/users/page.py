# SPDX-License-Identifier: MIT
"""The page, opened as a file in Chromium."""

import pathlib
import shutil

from trial import Kind, NotTried

TEST = pathlib.Path(__file__).with_name("page.test.mjs")


def attempt(place):
    page = place.file("the page", r"guidon\.html")
    if not shutil.which("chromium") or not shutil.which("node"):
        raise NotTried("there is no chromium or no node here")
    place.run("node", "--test", TEST, GUIDON_PAGE=page)
    return "Chromium opens the page from its file, and it reads an id without a request"


KIND = Kind("page", ("page",), attempt)
