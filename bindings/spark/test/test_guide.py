# SPDX-License-Identifier: MIT
"""The programs of docs/guides/rekey-with-spark.md and of the README run as they are."""

import pathlib
import re

import guidon
import guidon_spark as gs
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
GUIDE = (ROOT / "docs/guides/rekey-with-spark.md").read_text(encoding="utf-8")
README = (ROOT / "bindings/spark/README.md").read_text(encoding="utf-8")


def programs(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S)


def run(texts):
    """Run pieces of one program after another, with the names of those before."""
    names = {}
    for number, text in enumerate(texts, 1):
        exec(compile(text, f"program {number}", "exec"), names)
    return names


def test_the_programs_of_the_guide_run(spark, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rekey.key").write_bytes(bytes(range(32)))
    texts = [
        text.replace("/run/secrets", str(tmp_path)).replace("new/", f"{tmp_path}/new/")
        for text in programs(GUIDE, "python")
    ]
    assert len(texts) == 10
    names = run(texts)
    assert names["spark"] is spark


def test_the_program_of_the_readme_runs(spark):
    (text,) = programs(README, "py")
    names = {"spark": spark}
    exec(compile(text, "README", "exec"), names)


def test_the_readme_names_every_function():
    named = set(re.findall(r"`(\w+)\(", README))
    functions = {name for name in gs.__all__ if name[0].islower()}
    source = ROOT / "bindings/java/spark/src/main/java/io/github/owner/guidon/spark/Definition.java"
    of_jar = re.findall(r'new Definition\("(\w+)"', source.read_text("utf-8"))
    assert named == functions | {f"guidon_{name}" for name in of_jar}


@pytest.mark.parametrize("text", [GUIDE, README])
def test_documents_name_only_what_exists(text):
    for name in re.findall(r"\bguidon_spark\.(\w+)", text):
        assert name in gs.__all__
    for name in re.findall(r"\bguidon\.(\w+)\((?!\.\.\.)", text):
        assert name in guidon.__all__
