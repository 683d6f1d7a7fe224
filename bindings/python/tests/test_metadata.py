# SPDX-License-Identifier: MIT
"""What pip and PyPI learn about the package."""

import importlib.metadata
import pathlib
import re

import guidon
from packaging.requirements import Requirement

import interpreters

HERE = pathlib.Path(__file__).resolve().parent
ABOUT = importlib.metadata.metadata("guidon-ids")
OWN = {"alias", "idset", "uuid", "__init__", "__main__"}


def modules_of_frameworks():
    folder = pathlib.Path(guidon.__file__).parent
    packages = (path.parent for path in folder.glob("*/__init__.py"))
    return {
        path.stem for path in [*folder.glob("*.py"), *packages] if not path.stem.startswith("_")
    } - OWN


def pinned(name):
    """The exact versions in a file of requirements."""
    return dict(
        re.findall(r"^([\w.-]+)==([\w.]+)", (HERE / name).read_text(encoding="utf-8"), re.M)
    )


def test_the_classifiers_name_the_interpreters_that_are_tested():
    named = re.findall(
        r"^Programming Language :: Python :: (3\.\d+)$",
        "\n".join(ABOUT.get_all("Classifier")),
        re.M,
    )
    assert named == interpreters.EVERY
    assert ABOUT["Requires-Python"] == f">={named[0]}"


def test_the_package_needs_no_other_package():
    needs = map(Requirement, importlib.metadata.requires("guidon-ids") or [])
    assert [str(one) for one in needs if "extra" not in str(one.marker)] == []


def test_each_module_of_a_framework_has_an_extra():
    assert set(ABOUT.get_all("Provides-Extra")) == modules_of_frameworks()


def test_the_frameworks_of_the_tests_are_those_of_the_extras():
    """With a version that the extra accepts."""
    here = pinned("requirements-frameworks.txt")
    folder = "../../spark/test/"
    spark = {**pinned(folder + "requirements.txt"), **pinned(folder + "pyspark.txt")}
    for need in map(Requirement, importlib.metadata.requires("guidon-ids")):
        versions = spark if need.marker.evaluate({"extra": "spark"}) else here
        assert need.specifier.contains(versions[need.name]), need


def test_the_readme_is_the_description():
    text = (HERE.parent / "README.md").read_text(encoding="utf-8")
    assert ABOUT["Description-Content-Type"].startswith("text/markdown")
    assert (ABOUT["Description"] or ABOUT.get_payload()).strip() == text.strip()
