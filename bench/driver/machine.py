# SPDX-License-Identifier: MIT
"""Describes the machine and the tools of a run, without the host's name."""

import datetime
import os
import pathlib
import platform
import re
import shutil
import subprocess


def first_line(*command):
    """The first line of a program's output; "" if it is missing or fails."""
    if not shutil.which(command[0]):
        return ""
    done = subprocess.run(command, capture_output=True, text=True)
    lines = [line for line in (done.stdout + done.stderr).splitlines() if line]
    plain = re.sub(r"\x1b\[[0-9;]*m", "", lines[0]) if lines else ""
    return plain if done.returncode == 0 else ""


def _from_file(path, pattern):
    try:
        found = re.search(pattern, pathlib.Path(path).read_text(), re.M)
    except OSError:
        return ""
    return found[1].strip() if found else ""


def machine():
    model = _from_file("/proc/cpuinfo", r"^model name\s*:\s*(.*)$")
    flags = _from_file("/proc/cpuinfo", r"^flags\s*:\s*(.*)$").split()
    memory = int(_from_file("/proc/meminfo", r"^MemTotal:\s*(\d+)") or 0)
    kind = ", in a virtual machine" if "hypervisor" in flags else ""
    clock = "/sys/devices/system/clocksource/clocksource0/current_clocksource"
    return {
        "processor": f"{model or platform.processor()}, "
                     f"{os.cpu_count()} cores{kind}",
        "memory": f"{memory / 2**20:.0f} GiB",
        "kernel": f"{platform.system()} {platform.release()} "
                  f"{platform.machine()}, clock source "
                  f"{_from_file(clock, r'(.*)') or 'unknown'}",
    }


def tools(cache, languages):
    """Compilers and runtimes, and their flags; `cache` is CMake's."""
    def cached(name):
        return _from_file(cache, rf"^{name}:\w+=(.*)$")

    compiler = cached("CMAKE_CXX_COMPILER") or "c++"
    found = {
        "C and C++": (first_line(compiler, "--version"), "-O3 -DNDEBUG"),
        "Rust": (first_line("rustc", "--version"),
                 "release, one codegen unit, thin LTO"),
        "Go": (first_line("go", "version"), "as it comes"),
        "Java": (first_line("java", "-version"), "JMH, a fork for each case"),
        "JavaScript": (first_line("node", "--version"),
                       "node, a process for each case"),
        "Python": (f"Python {platform.python_version()}", "as it comes"),
    }
    return {language: f"{version}; {flags}"
            for language, (version, flags) in found.items()
            if version and (language in languages or language[0] == "C")}


def run(root, rounds, ms, words):
    commit = first_line("git", "-C", str(root), "describe", "--always",
                        "--dirty")
    load = os.getloadavg()[0]
    return {
        "date": datetime.datetime.now(datetime.timezone.utc)
                .strftime("%Y-%m-%d %H:%M UTC"),
        "commit": commit or "unknown",
        "command": " ".join(["./dev bench", *words]),
        "repetitions": f"{rounds} of {ms} ms for each case, in turn over all "
                       "libraries, each in a new process",
        "load before": f"{load:.2f}",
    }
