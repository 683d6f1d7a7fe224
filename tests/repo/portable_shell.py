# SPDX-License-Identifier: MIT
"""Finds what bash 3.2 or the tools of BSD, macOS and busybox lack, in the shell files
that ./dev run and ./dev test read.

    portable_shell.py SOURCE_DIR [FILE...]

Without FILE, the files are those of FILES. A line that ends with "# newer bash" or
"# GNU" is skipped: it is reached only where the newer program is there. So is one that
ends with "# not empty", for an array that always has elements. The check reads lines,
not the grammar, so a text that looks like a construct is found too."""

import pathlib
import re
import sys

# The files that both commands read.
FILES = ["dev", "tools/steps.sh", "tools/systems.sh", "tools/packages.sh",
         "tools/dev/help.sh", "tools/dev/build.sh", "tools/dev/test.sh"]

COMMAND = r"(?:^|[|;&({!`]|\b(?:then|do|else|if|while|quietly|counted|nice)\b)\s*"
RULES = [
    ("bash 4: an associative array", r"\b(?:declare|local|typeset)\s+-\w*A"),
    ("bash 4.3: a reference to a variable", r"\b(?:declare|local|typeset)\s+-\w*n\b"),
    ("bash 4.2: declare -g", r"\b(?:declare|typeset)\s+-\w*g"),
    ("bash 4: upper or lower case by expansion",
     r"\$\{[A-Za-z_]\w*(?:\[[^]]*\])?(?:\^\^?|,,?)[^}]*\}"),
    ("bash 4.4: ${name@Q} and the like", r"\$\{[A-Za-z_]\w*(?:\[[@*]\])?@[A-Za-z]\}"),
    ("bash 4: mapfile", r"\b(?:mapfile|readarray)\b"),
    ("bash 4: coproc", COMMAND + r"coproc\b"),
    ("bash 4: &>>", r"&>>"),
    ("bash 4: |&", r"\|&"),
    ("bash 4: ;& and ;;&", r";;?&(?!&)"),
    ("bash 4.3: wait -n", r"\bwait\s+-n\b"),
    ("bash 4: globstar and its like",
     r"\bshopt\s+-s\s.*\b(?:globstar|lastpipe|inherit_errexit|dirspell)\b"),
    ("bash 4.2: [[ -v name ]]", r"\[\[\s+(?:!\s+)?-v\s"),
    ("bash 4.2: printf %(...)T", r"printf\b.*%\(.*\)T"),
    ("bash 4: a negative index or length",
     r"\$\{\w+\[-\d+\]\}|\$\{\w+:[^}:]*:\s*-\d+\}"),
    ("bash 4: read with part of a second, -i or -N",
     r"\bread\s+(?:-\w+\s+)*-(?:\w*[iN]\b|t\s*\d*\.\d)"),
    ("bash 4: a newer variable",
     r"\$\{?(?:EPOCHSECONDS|EPOCHREALTIME|BASHPID|SRANDOM|BASH_ARGV0|READLINE_MARK)\b"),
    ("bash 4: {01..10} or {1..9..2}", r"\{0\d+\.\.\d+\}|\{\w+\.\.\w+\.\.\w+\}"),
    ("bash 3.2 and set -u: an empty array is an error; write ${a[@]+\"${a[@]}\"}",
     None),
    ("GNU: sed -i without a suffix", r"\bsed\s+(?:-\w+\s+)*-\w*i(?=\s)"),
    ("GNU: sed -r, -z or -s (-E is in all)", r"\bsed\s+(?:-\w+\s+)*-\w*[rzs]\w*\s"),
    ("GNU: grep -P", r"\bgrep\s+(?:-\w+\s+)*-\w*P"),
    ("GNU: readlink -f, realpath", r"\breadlink\s+-\w*[femn]\b|" + COMMAND + r"realpath\b"),
    ("GNU: mktemp with a long option or -p",
     r"\bmktemp\s+(?:-\w+\s+)*(?:--\w|-\w*p\b)"),
    ("GNU: sort -V, -h or -z", r"\bsort\s+(?:-\w+\s+)*-\w*[Vhz]"),
    ("GNU: xargs -d, -r or -a", r"\bxargs\s+(?:-\w+\s+)*-\w*[dra]\b"),
    ("GNU: date -d, -I or --", r"\bdate\s+(?:-u\s+)?(?:-\w*[dI]|--\w)"),
    ("GNU: date with %N", r"\bdate\b.*\+\S*%N"),
    ("GNU: stat -c", r"\bstat\s+(?:-\w+\s+)*(?:-\w*c\b|--\w)"),
    ("GNU: cp with -t, --parents or --reflink",
     r"\bcp\s+(?:-\w+\s+)*(?:-\w*[tu]\b|--(?:parents|reflink))"),
    ("GNU: ln -r or -t", r"\bln\s+(?:-\w+\s+)*-\w*[rt]\b"),
    ("GNU: install -D or -t", COMMAND + r"install\s+(?:-\w+\s+)*-\w*[Dt]\b"),
    ("GNU: find -printf, -regextype, -executable",
     r"\bfind\b.*\s-(?:printf|regextype|executable|readable|writable)\b"),
    ("GNU: a long option of a basic tool",
     COMMAND + r"(?:cat|cp|cut|du|find|grep|head|ls|mkdir|mv|rm|rmdir|sed|sort|tail|"
     r"tee|touch|tr|uniq|wc|xargs)\s+(?:[^|;&#\"']*\s)?--[a-z]"),
    ("GNU: nproc, timeout, setsid, tac, numfmt, flock",
     COMMAND + r"(?:nproc|timeout|setsid|tac|numfmt|flock|shuf|sha256sum|md5sum)\b"),
    ("GNU: du -b", r"\bdu\s+(?:-\w+\s+)*-\w*b"),
    ("GNU: tar with --transform, --sort or --owner",
     r"\btar\b.*--(?:transform|sort|owner|null)"),
    ("GNU: awk with gensub, strftime or asort",
     r"\b(?:gensub|asorti?|strftime|systime|patsplit)\s*\("),
    ("GNU: echo -e, -n; write printf", COMMAND + r"echo\s+-[neE]+\s"),
]
# An array that is expanded whole, without the form for empty ones.
WHOLE = re.compile(r"(?<!\+)(?<!\+\")\$\{([A-Za-z_]\w*)\[@\]\}")
KEPT = ("# newer bash", "# GNU", "# not empty")


def lines_of(text):
    """Numbered lines without comments."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#") or line.rstrip().endswith(KEPT):
            continue
        yield number, re.sub(r"\s# .*$", "", line)


def never_empty(text):
    """The arrays that get elements when they are made, and are never emptied."""
    filled = set(re.findall(r"\b([A-Za-z_]\w*)=\([^)\s]", text))
    # "$@" may be empty, and so may an array or a pattern.
    unsure = set(re.findall(r"\b([A-Za-z_]\w*)=\((?:\)|\s*[\"']?\$[{(@*])", text))
    return filled - unsure


def faults(text):
    sure = never_empty(text)
    for number, line in lines_of(text):
        for what, pattern in RULES:
            if pattern is None:
                if any(name not in sure for name in WHOLE.findall(line)):
                    yield number, what
            elif re.search(pattern, line):
                yield number, what


def main():
    root = pathlib.Path(sys.argv[1])
    found = 0
    for name in sys.argv[2:] or FILES:
        for number, what in faults((root / name).read_text()):
            print(f"{name}:{number}: {what}")
            found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
