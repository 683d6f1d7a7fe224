#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""completions.py TOOL: the completion scripts offer what --help lists, in the
shells themselves: bash, and zsh and fish where they are installed."""
import os
import re
import shutil
import subprocess
import sys

TOOL = sys.argv[1]
ENV = dict(os.environ, PATH=os.path.dirname(TOOL) + ":" + os.environ["PATH"],
           LC_ALL="C.UTF-8")


def run(*command, **more):
    return subprocess.run(command, env=ENV, check=True, text=True,
                          capture_output=True, **more).stdout


def commands():
    text = run(TOOL, "--help").split("Commands:\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in text.splitlines()]


def options(command):
    text = run(TOOL, command, "--help").split("Options:\n")[1].split("\n\n")[0]
    return re.findall(r"^  (?:-.,|   ) (--[a-z0-9-]+)", text, re.M)


def bash(*words):
    script = f"""
        eval "$(guidon completions bash)"
        COMP_WORDS=({' '.join("'%s'" % w for w in words)})
        COMP_CWORD={len(words) - 1}
        _guidon
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    return run("bash", "--norc", "-c", script).split()


def fish(line):
    script = f'guidon completions fish | source; complete -C "{line}"'
    return [row.split("\t")[0]
            for row in run("fish", "--no-config", "-c", script).splitlines()]


def zsh_loads():
    """zsh offers no way to ask without a terminal: the script must parse, and
    define its function for the command."""
    script = """
        autoload -U compinit && compinit -D -u
        eval "$(guidon completions zsh)"
        print -r -- ${_comps[guidon]}; functions _guidon > /dev/null && print ok
    """
    return run("zsh", "-f", "-c", script).split()


def expect(what, got, want):
    if sorted(got) != sorted(want):
        sys.exit(f"{what}: offered {sorted(got)}, due {sorted(want)}")


def main():
    names = commands()
    expect("bash: commands", bash("guidon", ""), [*names, "help"])
    for name in names:
        expect(f"bash: options of {name}", bash("guidon", name, "--"),
               options(name))
    forms = run(TOOL, "convert", "--help")
    forms = re.search(r"what to write.*?:\s+(.*?)\n      --from", forms, re.S)[1]
    forms = re.split(r",\s+| or ", re.sub(r"\s+", " ", forms))
    expect("bash: forms", bash("guidon", "convert", "-f", ""), forms)
    expect("bash: forms", bash("guidon", "convert", "--from", ""), forms)
    expect("bash: kinds", bash("guidon", "new", ""),
           ["v3", "v4", "v5", "v7", "v8", "ulid"])
    expect("bash: shells", bash("guidon", "completions", ""),
           ["bash", "zsh", "fish"])

    if shutil.which("fish"):
        got = fish("guidon ")
        expect("fish: commands", [w for w in got if w in names], names)
        for name in names:
            got = fish(f"guidon {name} --")
            expect(f"fish: options of {name}",
                   [w for w in got if w.startswith("--")], options(name))
        expect("fish: forms", fish("guidon convert --form "), forms)
    else:
        print("skipped: fish is not installed")
    if shutil.which("zsh"):
        expect("zsh", zsh_loads(), ["_guidon", "ok"])
    else:
        print("skipped: zsh is not installed")


main()
