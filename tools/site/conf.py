# SPDX-License-Identifier: MIT
"""The settings of Sphinx for the site. site.py gives it the pages and the version."""

import os

project = "Guidon"
author = "The Guidon authors"
release = version = os.environ["GUIDON_VERSION"]
language = "en"

extensions = ["myst_parser", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = []
# Links name headings as GitHub does.
myst_heading_anchors = 4
myst_links_external_new_tab = False
# Pages link to files of the repository, which are no pages here.
suppress_warnings = ["myst.xref_missing", "misc.highlighting_failure"]

html_theme = "furo"
html_title = f"Guidon {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_extra_path = ["extra"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b5394", "color-brand-content": "#0b5394"},
    "dark_css_variables": {"color-brand-primary": "#8ab4f8", "color-brand-content": "#8ab4f8"},
}
# The prompt of a session is no part of a command.
copybutton_prompt_text = r"\$ "
copybutton_prompt_is_regexp = True
