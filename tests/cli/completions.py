#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""completions.py TOOL: the completion scripts offer exactly what --help lists. The
test runs them in bash, and in zsh and fish if they are installed. Continuous
integration needs all three shells."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from tool import TOOL, choices, commands, help_of, installed

ENV = dict(os.environ, PATH=os.path.dirname(TOOL) + ":" + os.environ["PATH"],
           LC_ALL="C.UTF-8")


def run(*command, **more):
    return subprocess.run(command, env=ENV, check=True, text=True,
                          capture_output=True, timeout=60, **more).stdout


def options(command):
    text = help_of(command).split("Options:\n")[1].split("\n\n")[0]
    return re.findall(r"^  (?:-.,|   ) (--[a-z0-9-]+)", text, re.M)


def bash(*words, folder=None):
    """Complete words that are split as bash does; '=' is a word of its own."""
    script = f"""
        eval "$(guidon completions bash)"
        COMP_WORDS=({' '.join("'%s'" % w for w in words)})
        COMP_CWORD={len(words) - 1}
        _guidon
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    out = run("bash", "--norc", "-c", script, cwd=folder)
    return [line for line in out.split("\n") if line]


def fish_rows(line, folder=None):
    script = f'guidon completions fish | source; complete -C "{line}"'
    return run("fish", "--no-config", "-c", script, cwd=folder).splitlines()


def fish(line, folder=None):
    return [row.split("\t")[0] for row in fish_rows(line, folder)]


# Completion needs a terminal, which zpty provides. The compadd function also writes
# the offered words, and the lines that are shown for them, to files. The quotes in
# "rea""dy" distinguish the output from the echo of the line.
ZSH = r"""
    zmodload zsh/zpty
    zpty z zsh -f -i
    zpty -w z 'PROMPT= RPROMPT=; autoload -U compinit && compinit -D -u'
    zpty -w z 'eval "$(guidon completions zsh)"'
    zpty -w z 'compadd() { local -a hits; builtin compadd -O hits "$@"
        print -rl -- $hits >> offered
        [[ ${@[(i)-d]} -gt $# ]] || print -rl -- ${(P)@[$@[(i)-d]+1]} >> shown
        builtin compadd "$@" }'
    zpty -w z 'bindkey "^I" complete-word; print rea""dy'
    while zpty -r z line && [[ $line != *ready* ]]; do :; done
    zpty -w -n z "$1"$'\t'
    zpty -w -n z $'\C-a\C-kprint do""ne\n'
    while zpty -r z line && [[ $line != *done* ]]; do :; done
    zpty -d z
"""


def zsh(line, *files, what="offered"):
    with tempfile.TemporaryDirectory() as folder:
        make_files(folder, *files)
        run("zsh", "-f", "-c", ZSH, "zsh", line, cwd=folder)
        text = pathlib.Path(folder, what).read_text()
        return set(text.split() if what == "offered" else text.splitlines())


def make_files(folder, *names):
    """Create files; a name that ends in '/' is a folder."""
    for name in names:
        path = pathlib.Path(folder, name)
        path.mkdir() if name.endswith("/") else path.touch()


def long_ones(words):
    return [word for word in words if word.startswith("--")]


def expect(what, got, want):
    if sorted(got) != sorted(want):
        sys.exit(f"{what}: offered {sorted(got)}, expected {sorted(want)}")


def check_bash(names, forms, kinds):
    expect("bash: commands", bash("guidon", ""), names)
    for name in names:
        expect(f"bash: options of {name}", bash("guidon", name, "--"),
               options(name))
    expect("bash: forms", bash("guidon", "convert", "-f", ""), forms)
    expect("bash: forms", bash("guidon", "convert", "--from", ""), forms)
    for words in [["=", "ul"], ["ul"]]:
        expect("bash: forms by their beginning",
               bash("guidon", "convert", "--form", *words),
               ["ulid", "ulid-lower"])
    expect("bash: all forms after '='",
           bash("guidon", "convert", "--form", "="), forms)
    expect("bash: a kind", bash("guidon", "check", "--kind", ""), kinds)
    expect("bash: a second kind", bash("guidon", "check", "--kind", "v7,n"),
           ["v7,nil", "v7,ncs"])
    expect("bash: namespaces", bash("guidon", "new", "v5", "--namespace", ""),
           ["dns", "url", "oid", "x500"])
    expect("bash: free text", bash("guidon", "new", "--at", ""), [])
    expect("bash: kinds", bash("guidon", "new", ""),
           ["v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8", "ulid",
            "typeid", "v8-append", "v8-node", "v8-sharded"])
    expect("bash: shells", bash("guidon", "completions", ""),
           ["bash", "zsh", "fish"])
    expect("bash: what help knows", bash("guidon", "help", ""), names)
    with tempfile.TemporaryDirectory() as folder:
        make_files(folder, "two words", "two lines", "other", "over/")
        expect("bash: files", bash("guidon", "convert", "two", folder=folder),
               ["two words", "two lines"])
        expect("bash: files behind an option whose value may lack",
               bash("guidon", "check", "--not-future", "two", folder=folder),
               ["two words", "two lines"])
        expect("bash: a file", bash("guidon", "sort", "-o", "o", folder=folder),
               ["other", "over"])
        expect("bash: a folder",
               bash("guidon", "sort", "--temporary", "=", "o", folder=folder),
               ["over"])
        expect("bash: no files", bash("guidon", "show", "", folder=folder), [])


def check_fish(names, forms):
    expect("fish: commands",
           [word for word in fish("guidon ") if word in names], names)
    for name in names:
        expect(f"fish: options of {name}", long_ones(fish(f"guidon {name} --")),
               options(name))
    expect("fish: an option and its description", fish_rows("guidon new --node-b"),
           ["--node-bits\tlength of the node number, 1 to 24 bits"])
    expect("fish: forms", fish("guidon convert --form "), forms)
    expect("fish: forms behind '='", fish("guidon convert --form=ul"),
           ["--form=ulid", "--form=ulid-lower"])
    expect("fish: a second kind", fish("guidon check --kind v7,n"),
           ["v7,nil", "v7,ncs"])
    with tempfile.TemporaryDirectory() as folder:
        make_files(folder, "other", "over/")
        expect("fish: a file", fish("guidon new --state o", folder),
               ["other", "over/"])
        expect("fish: a file behind '='", fish("guidon new --state=o", folder),
               ["--state=other", "--state=over/"])
        expect("fish: a folder", fish("guidon audit --temporary o", folder),
               ["over/"])
        expect("fish: no files", fish("guidon new --at o", folder), [])
    expect("fish: shells",
           [word for word in fish("guidon completions ") if word != ""],
           ["bash", "zsh", "fish"])


def check_zsh(names, forms):
    expect("zsh: commands", zsh("guidon "), names)
    for name in names:
        expect(f"zsh: options of {name}", long_ones(zsh(f"guidon {name} -")),
               options(name))
    shown = zsh("guidon new --", what="shown")
    if not any(re.match("--node-bits +-- length of the node", line) for line in shown):
        sys.exit(f"zsh: options without descriptions: {shown}")
    expect("zsh: forms", zsh("guidon convert --form="),
           [f"--form={form}" for form in forms])
    expect("zsh: a second kind", zsh("guidon check --kind v7,n"),
           ["v7,nil", "v7,ncs"])
    expect("zsh: a file", zsh("guidon new --state=o", "other", "over/"),
           ["other", "over"])
    expect("zsh: a folder", zsh("guidon audit --temporary=ov", "oven", "over/"),
           ["over"])
    expect("zsh: shells", zsh("guidon completions "), ["bash", "zsh", "fish"])


def main():
    names = commands()
    forms = choices("convert", "form")
    check_bash(names, forms, choices("check", "kind"))
    if installed("fish"):
        check_fish(names, forms)
    if installed("zsh"):
        check_zsh(names, forms)


main()
