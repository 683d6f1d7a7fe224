# SPDX-License-Identifier: MIT
"""A ClickHouse with the files of docs/recipes/clickhouse.md. It runs inside this process
(chdb) and has the functions of the page."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile

from chdb import session

import page

PAGE = "clickhouse.md"
CONFIG = """<clickhouse>
    <user_scripts_path>{0}/user_scripts/</user_scripts_path>
    <user_defined_executable_functions_config>{0}/*_function.*ml</user_defined_executable_functions_config>
</clickhouse>
"""


class Server:
    """The session, and the answers of a statement as lines."""

    def __init__(self, opened):
        self.opened = opened

    def ask(self, statement):
        """The rows, with tabs between their columns."""
        return str(self.opened.query(statement, "TabSeparated"))


def install(folder):
    """Do the steps of the page, with `folder` for both folders of the server."""
    home = folder / "home"
    for path in [home, folder / "user_scripts"]:
        path.mkdir()
    (folder / "config.xml").write_text(CONFIG.format(folder))
    for block in page.blocks(PAGE):
        if block.language == "xml":
            (home / "guidon_function.xml").write_text(block.code)
            # The same functions without the option that the page calls needed.
            (folder / "strict_function.xml").write_text(
                block.code.replace("<name>guidon", "<name>strict").replace(
                    " --on-error keep", ""))
        elif block.language == "sh":
            code = block.code.replace("sudo ", "")
            for there, here in [("/var/lib/clickhouse", folder),
                                ("/etc/clickhouse-server", folder),
                                ("build/release/cli/guidon", os.environ["GUIDON_TOOL"])]:
                code = code.replace(there, str(here))
            subprocess.run(["sh", "-euc", code], cwd=home, check=True)


@contextlib.contextmanager
def server():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="guidon-clickhouse-"))
    try:
        install(folder)
        opened = session.Session(f"{folder}/data?config-file={folder}/config.xml")
        yield Server(opened)
        opened.close()
    finally:
        shutil.rmtree(folder)
