# SPDX-License-Identifier: MIT
"""pyright accepts the stubs in its strict mode."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
PYRIGHT = os.environ.get("GUIDON_PYRIGHT")
pytestmark = pytest.mark.skipif(
    PYRIGHT is None, reason="no pyright: npm is missing, or this is not this machine's interpreter"
)


def faults(folder):
    """What pyright finds in the programs of a folder: (rule, line)."""
    (folder / "pyrightconfig.json").write_text(
        json.dumps({"include": ["."], "typeCheckingMode": "strict"})
    )
    done = subprocess.run(
        ["node", PYRIGHT, "--pythonpath", sys.executable, "--outputjson", "-p", folder],
        text=True,
        cwd=folder,
        stdout=subprocess.PIPE,
        check=False,
    )
    report = json.loads(done.stdout)
    assert report["summary"]["filesAnalyzed"] > 0
    return [
        (fault.get("rule"), fault["range"]["start"]["line"])
        for fault in report["generalDiagnostics"]
    ]


def test_a_program_with_types_passes(tmp_path):
    shutil.copyfile(HERE / "typed_program.py", tmp_path / "program.py")
    assert faults(tmp_path) == []


def test_a_wrong_type_is_found(tmp_path):
    (tmp_path / "program.py").write_text("import guidon\n\nlength: int = guidon.uuid7_str()\n")
    assert faults(tmp_path) == [("reportAssignmentType", 2)]
