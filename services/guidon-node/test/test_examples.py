# SPDX-License-Identifier: MIT
"""The README's commands and the examples for systemd and Kubernetes."""

import pathlib
import re
import shutil
import subprocess
import time

import kubernetes_validate
import pytest
import yaml

import build

SERVICE = pathlib.Path(__file__).resolve().parents[1]


def kubernetes():
    return yaml.safe_load((SERVICE / "examples/kubernetes.yaml").read_text())


def test_kubernetes_example_fits_the_schema():
    kubernetes_validate.validate(kubernetes(), "1.30", strict=True)
    wrong = kubernetes()
    wrong["spec"]["replicas"] = "three"
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, "1.30", strict=True)


def options_work(nodes, words, three):
    """The command line of an example is right, up to the addresses and files."""
    words = list(words)
    words[words.index("--endpoints") + 1] = ",".join(three.urls)
    return nodes.run(*words[:words.index("--")], "--", "sh", "-c", "echo $GUIDON_NODE")


def test_kubernetes_example_runs(nodes, three, tmp_path):
    container = kubernetes()["spec"]["template"]["spec"]["containers"][0]
    name, *words = container["command"]
    assert name == "guidon-node" and words[-1].endswith("/server")
    for word in ("--user", "--password-file"):
        at = words.index(word)
        del words[at:at + 2]
    words[words.index("--lease-file") + 1] = str(tmp_path / "lease")
    status, output, messages = options_work(nodes, words, three)
    assert (status, messages) == (0, "") and int(output) < 1024
    paths = {mount["mountPath"] for mount in container["volumeMounts"]}
    assert {str(pathlib.Path(word).parent) for word in container["command"]
            if word.startswith(("/run/", "/etc/"))} == paths


def unit():
    return (SERVICE / "examples/guidon-node.service").read_text()


def test_systemd_example_runs(nodes, three, tmp_path):
    line = re.search(r"ExecStart=(.*)", unit().replace("\\\n", " "))[1]
    words = line.split()[1:]
    words[words.index("--lease-file") + 1] = str(tmp_path / "lease")
    status, output, messages = options_work(nodes, words, three)
    assert (status, messages) == (0, "") and int(output) < 1024


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd-analyze")
def test_systemd_example_is_valid(tmp_path):
    """systemd looks for the program, so the unit names the program of this build."""
    path = tmp_path / "example.service"
    text = unit().replace("/usr/bin/guidon-node", build.program("guidon-node"))
    path.write_text(text)
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", path],
                          capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    path.write_text(text.replace("Restart=on-failure", "Restart=sometimes"))
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", path],
                          capture_output=True, text=True)
    assert "sometimes" in done.stderr


def readme_words(beginning, three):
    """The words of the README's command that has this option, for the cluster here."""
    line = re.search(rf"```sh\nguidon-node (.* {beginning}.*)\n```",
                     (SERVICE / "README.md").read_text())[1]
    words = line.split()
    words[words.index("--endpoints") + 1] = ",".join(three.urls)
    return words


def test_a_mark_far_ahead_is_lowered_as_the_readme_says(nodes, three, prefix):
    """The number is passed over before, and given out after it."""
    more = ["--prefix", prefix]
    far = int(time.time() * 1000) + 365 * 86400 * 1000
    three.ctl("put", f"{prefix}/last/00000007", str(far))
    listed = nodes.run(*readme_words("--marks", three), *more)
    assert listed[0] == 0 and re.search(r"^ +7  waits ", listed[1], re.M)
    lowered = nodes.run(*readme_words("--lower-mark", three), *more)
    assert lowered[0] == 0 and lowered[1].startswith("number 7: the mark was ")
    listed = nodes.run(*readme_words("--marks", three), *more)
    assert re.search(r"^ +7  free ", listed[1], re.M)


def test_readme_example_runs(nodes, three):
    block = re.search(r"```sh\netcd &\n(guidon-node .*?)```",
                      (SERVICE / "README.md").read_text(), re.S)[1]
    words = block.replace("\\\n", " ").split("--slots 1024 --")[0].split()[1:]
    words[words.index("--endpoints") + 1] = ",".join(three.urls)
    script = re.search(r"sh -c '(.*)'", block)[1]
    status, output, messages = nodes.run(*words, "--slots", 1024, "--", "sh", "-c",
                                         script)
    assert (status, messages) == (0, "")
    assert re.fullmatch(r"I am number \d+ of 10 bits\n", output)
