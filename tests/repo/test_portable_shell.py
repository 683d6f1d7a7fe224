# SPDX-License-Identifier: MIT
"""Tests portable_shell.py: it finds each construct, and leaves portable lines alone."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import portable_shell

FOUND = r"""
declare -A table
local -n other=$1
declare -g name=1
echo "${name^^}"
echo "${names[@],,}"
echo "${name@Q}"
mapfile -t lines
coproc cat
make &>>log
make |& tee log
wait -n
shopt -s nullglob globstar
[[ -v name ]]
printf '%(%s)T\n' -1
echo "${names[-1]}"
echo "${name:1:-1}"
read -t 0.5 line
read -r -N 3 line
echo "$EPOCHSECONDS"
echo {01..10}
echo "${names[@]}"
sed -i 's/a/b/' file
sed -r 's/a/b/' file
grep -oP 'a' file
readlink -f file
mktemp -d -p /tmp
mktemp --suffix=.c
sort -V file
find . -print0 | xargs -0 -r rm
date -d yesterday
date +%s%N
stat -c %s file
cp --reflink a b
ln -sr a b
find . -printf '%p'
ls file | head --lines=1
n=$(nproc)
if timeout 5 make; then
du -sb .
tar -c --owner=0 .
awk '{ print gensub(/a/, "b", 1) }'
echo -e 'a\n'
""".strip().splitlines()

LEFT = r"""
local -a names
# declare -A table
echo "${name%.*}" "${name:1:2}" "${name//a/b}" "${!name}"
echo ${names[@]+"${names[@]}"}
echo "${#names[@]}" "${names[*]-}"
while IFS= read -r line; do
read -t 5 line
make >log 2>&1
make 2>&1 | tee log
wait "$job"
[[ -n $name && $name =~ ^a ]]
sed -n 's/a/b/p' file
grep -E -n 'a|b' file
sort -u file
mktemp -d
date +%s
find . -name '*.c' -print
cmake --build build
git ls-files --others
printf 'sorted by --time\n'
nproc # GNU
run "${names[@]}" # not empty
for i in 1 2; do :; done
case $1 in a) x ;; *) y ;; esac
""".strip().splitlines()


def main():
    wrong = [f"not found: {line}" for line in FOUND
             if not list(portable_shell.faults(line))]
    wrong += [f"found by mistake: {line}: {what}" for line in LEFT
              for _, what in portable_shell.faults(line)]
    # An array that was made with elements and never emptied is not empty.
    if list(portable_shell.faults('all=(a b)\nrun "${all[@]}"')):
        wrong.append("an array with elements is said to be empty")
    if not list(portable_shell.faults('all=(a b)\nall=()\nrun "${all[@]}"')):
        wrong.append("an array that was emptied is not found")
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
