# SPDX-License-Identifier: MIT
"""`python -m guidon` answers as the tool does.

The sessions in tests/cli/sessions/ hold command lines of the tool and its output. The test runs
every line that uses only commands and options of `python -m guidon`. Reasons are in
other words, so a line that a command refuses is compared up to its offset.
"""

import importlib.util
import json
import os
import pathlib
import re
import signal
import stat
import subprocess
import sys
import uuid

import guidon
import guidon._command
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
# The commands and options that the session may use.
OPTIONS = {
    "new": {"-n", "--count", "-f", "--form", "--prefix", "--namespace", "--name", "--at"},
    "show": {"--json", "--lenient"},
}
# What such a line says that the Python command does not.
OTHER = re.compile(
    r"\bnew (v2|v8-node|v9)\b|--custom|-0\b|\bbytes\b|mongo-csharp|mongo-sharp|mssql"
    r"|\bulimit\b|strace|/dev/full|timeout|LD_PRELOAD|--help|\bscript -"
    # Loops start many interpreters.
    r"|^for "
)


def blocks(name):
    """(command line, stdout, exit status) of a session."""
    text = (ROOT / f"tests/cli/sessions/{name}.expected").read_text()
    for block in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, *lines = block.split("\n")
        lines = [line for line in lines if not line.startswith("#")]
        status = [line for line in lines if re.fullmatch(r"\[exit \d+\]", line)]
        out = [line for line in lines if line not in status and not line.startswith("2| ")]
        while out and not out[-1]:
            out.pop()
        yield command, out, int(status[0][6:-1]) if status else 0


def serves(command):
    """Does each call of guidon in a command line use only what Python has?"""
    if OTHER.search(command):
        return False
    for call in re.findall(r"\bguidon\b([^|;&<>)]*)", command):
        words = call.split()
        name = words[0] if words else "new"
        if name not in OPTIONS:
            return False
        # The text form of show is a drawing in the tool.
        if name == "show" and "--json" not in words:
            return False
        options = {word.split("=")[0] for word in words if re.match(r"--?[a-zA-Z]", word)}
        if not options <= OPTIONS[name]:
            return False
    return True


def comparable(line):
    """A line without the words of a reason, and JSON without other keys."""
    if line.startswith("{") and line.endswith("}"):
        try:
            row = json.loads(line)
        except ValueError:
            return line
        for key in [
            "reason",
            "could_be",
            "fields",
            "node_is",
            "domain",
            "local_id",
            "time_low",
            "time_high",
        ]:
            row.pop(key, None)
        later = guidon.forms.index("ncs") + 1
        for form in guidon.forms[later:]:  # the sessions leave these out
            row.get("forms", {}).pop(form, None)
        return json.dumps(row)
    return re.sub(r"^((?:guidon \w+: )?[^ ]*:\d+:\d+): .*", r"\1", line)


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """The environment of a session, in which `guidon` is the Python command."""
    folder = tmp_path_factory.mktemp("bin")
    program = folder / "guidon"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -B -m guidon "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return {
        **os.environ,
        "PATH": f"{folder}:{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC0",
        "PYTHONUTF8": "1",
    }


def answer(command, folder, environment):
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    out = done.stdout.decode("utf-8", "replace").split("\n")
    while out and not out[-1]:
        out.pop()
    return out, done.returncode, done.stderr.decode("utf-8", "replace")


@pytest.mark.skipif(not (ROOT / "tests/cli").exists(), reason="the sessions are in the repository")
@pytest.mark.parametrize("name, at_least", [("new", 20), ("show", 5), ("typeid", 5)])
def test_answers_are_those_of_the_tool(name, at_least, tmp_path, environment, everything):
    # The frameworks are installed for the machine's own interpreter only.
    if not everything and not importlib.util.find_spec("django"):
        pytest.skip("starts 200 processes: on the machine's own interpreter, or --all")
    (tmp_path / "ids.txt").write_bytes((ROOT / "examples/ids.txt").read_bytes())
    compared, differ = 0, {}
    for command, wanted, status in blocks(name):
        if "guidon" in command and not serves(command):
            continue
        out, found, errors = answer(command, tmp_path, environment)
        assert "guidon/_command" not in errors, errors
        if "guidon" not in command:
            continue
        compared += 1
        if (list(map(comparable, out)), found) != (list(map(comparable, wanted)), status):
            differ[command] = (out, found, wanted, status, errors)
    assert differ == {}
    assert compared >= at_least


def run(capsys, *words):
    """(exit status, stdout, stderr) of a command line in this process."""
    try:
        status = guidon._command.main(words)
    except SystemExit as end:  # argparse
        status = end.code
    return (status, *capsys.readouterr())


def test_no_word_is_a_new_uuid_of_version_7(capsys):
    status, out, _ = run(capsys)
    assert status == 0 and guidon.parse(out.strip()).version == 7


def test_a_fraction_takes_random_bits_only_if_the_time_has_one(capsys):
    """The 12 bits behind the version: random, or the half of a millisecond."""
    _, out, _ = run(capsys, "new", "v7", "-n", "100", "--at", "@1771788142000ms")
    assert len({line[15:18] for line in out.split()}) > 50
    _, out, _ = run(capsys, "new", "v7", "-n", "100", "--at", "@1771788142.0005")
    assert {line[15:18] for line in out.split()} == {"800"}


@pytest.mark.parametrize("kind", [*guidon._command.MADE, "typeid"])
def test_new_ids_differ_and_are_of_their_kind(capsys, kind):
    words = ["new", kind, "-n", "1k", *(["--prefix", "a_b"] if kind == "typeid" else [])]
    status, out, _ = run(capsys, *words)
    lines = out.split()
    assert status == 0 and len(set(lines)) == 1000
    if kind not in ("v1", "v4"):
        assert lines == sorted(lines)
    if kind == "typeid":
        assert {guidon.TypeID(line).prefix for line in lines} == {"a_b"}
    else:
        described = [json.loads(guidon.describe_json(line))[0] for line in lines]
        assert {one["kind"] for one in described} == {kind}


def test_an_id_alone_is_shown(capsys):
    status, out, _ = run(capsys, "01ARZ3NDEKTSV4RRFFQ69G5FAV")
    assert status == 0
    assert re.search(r"^  kind        ulid$", out, re.M)
    assert re.search(r"^  time        2016-07-30T23:54:10\.259Z$", out, re.M)
    assert re.search(r"^  uuid        01563e3a-b5d3-d676-4c61-efb99302bd5b$", out, re.M)


def test_a_time_after_the_year_9999_is_shown(capsys):
    out = run(capsys, "show", "--json", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ")[1]
    assert json.loads(out)["time"] == "+10889-08-02T05:31:50.655Z"
    out = run(capsys, "show", "--json", "00000000-0000-1000-8000-000000000000")[1]
    assert json.loads(out)["time"] == "1582-10-15T00:00:00.0000000Z"


@pytest.mark.parametrize(
    "words, said",
    [
        (["nwe"], "invalid choice"),
        (["convert"], "invalid choice"),
        (["new", "v9"], "invalid choice"),
        (["new", "typeid"], "typeid needs --prefix"),
        (["new", "typeid", "--prefix", "A"], "invalid PREFIX 'A'"),
        (["new", "v5"], "v5 needs --namespace"),
        (["new", "v5", "--namespace", "dsn"], "expected dns, url, oid, x500 or an id"),
        (["new", "v4", "--name", "a"], "v4 excludes --namespace and --name"),
        (["new", "v3", "--namespace", "dns", "-n", "3"], "v3 excludes --count"),
        (["new", "v7", "--prefix", "a"], "v7 excludes --prefix"),
        (["new", "typeid", "--prefix", "a", "-f", "hex"], "typeid excludes --form"),
    ],
)
def test_a_wrong_command_line_ends_with_status_2_and_the_reason(capsys, words, said):
    status, out, errors = run(capsys, *words)
    assert (status, out) == (2, "") and said in errors


def test_a_machine_without_entropy_ends_with_status_4(capsys, monkeypatch):
    def fail():
        raise guidon.GenerateError("no entropy")

    monkeypatch.setitem(guidon._command.MADE, "v4", fail)
    assert run(capsys, "new", "v4") == (4, "", "guidon new: no entropy\n")


def test_a_reader_that_goes_away_ends_the_command_without_a_message():
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-B", "-m", "guidon", "new", "-n", "100k"],
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (-signal.SIGPIPE, b"")


def test_a_full_disk_ends_with_status_3():
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-B", "-m", "guidon"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (3, "guidon new: No space left on device\n")


def test_names_of_the_input_are_bytes_without_a_mark_of_their_order():
    """Each name is a line, and need not be UTF-8."""
    done = subprocess.run(
        [sys.executable, "-B", "-m", "guidon", "new", "v5", "--namespace", "dns"],
        input=b"\xef\xbb\xbfa\n\xff\n",
        capture_output=True,
        check=False,
    )
    names = ["a", b"\xff"]
    assert done.stdout.decode().split() == [
        str(guidon.uuid5(uuid.NAMESPACE_DNS, name)) for name in names
    ]


@pytest.mark.parametrize("form", ["hex-0x", "base64", "ncname58", "int"])
def test_a_text_of_a_form_that_needs_its_name_is_shown(capsys, form):
    made = guidon.uuid7()
    status, out, _ = run(capsys, "show", "--json", guidon.format(made, form))
    assert status == 0
    assert form in [json.loads(line)["form"] for line in out.splitlines()]
