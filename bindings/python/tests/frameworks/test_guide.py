# SPDX-License-Identifier: MIT
"""The programs of docs/guides/from-python-uuid.md run, and say what is true."""

import ast
import pathlib
import re
import shutil
import subprocess
import sys

import guidon
import pytest

for package in ["django", "sqlalchemy", "pydantic"]:
    pytest.importorskip(package)

ROOT = pathlib.Path(__file__).resolve().parents[4]
GUIDE = ROOT / "docs/guides/from-python-uuid.md"
if not GUIDE.exists():
    pytest.skip("the guide is in the repository", allow_module_level=True)
TEXT = GUIDE.read_text()
PROGRAMS = re.findall(r"^```python\n(.*?)^```", TEXT, re.M | re.S)


def names(text):
    return set(re.findall(r"\bguidon\.([A-Za-z]\w*)", text))


def test_the_guide_has_its_programs():
    assert len(PROGRAMS) == 8


@pytest.mark.parametrize("program", [text for text in PROGRAMS if "django" not in text])
def test_a_program_of_the_guide_runs(program, tmp_path):
    path = tmp_path / "program.py"
    path.write_text(program)
    subprocess.run([sys.executable, "-B", "-W", "error", path], check=True)


def test_the_models_of_the_guide_give_a_migration(tmp_path):
    (program,) = [text for text in PROGRAMS if "django" in text]
    folder = tmp_path / "project"
    shutil.copytree(pathlib.Path(__file__).with_name("django_project"), folder)
    (folder / "shop/admin.py").unlink()
    (folder / "shop/models.py").write_text(program)
    done = subprocess.run(
        [sys.executable, "-B", "manage.py", "makemigrations", "shop"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    text = (folder / "shop/migrations/0001_initial.py").read_text()
    assert "guidon.uuid7" in text and "guidon.ulid" in text


def test_the_guide_names_only_what_the_package_has():
    modules = {path.stem for path in pathlib.Path(guidon.__file__).parent.glob("*.py")}
    known = set(guidon.__all__) | modules
    assert names(TEXT) - known == set()


def test_every_program_parses_by_the_oldest_python():
    for program in PROGRAMS:
        ast.parse(program, feature_version=(3, 9))
