#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# faults.sh TOOL MODULE: the tool reports system calls that fail, and handles those that
# do half of their work.
set -u
tool=$1
module=$2
failed=0

# run FAULT ARGS...: run the tool into `out` and `err`; returns its exit status.
run() {
    LD_PRELOAD=$module FAULT=$1 "$tool" "${@:2}" <in >out 2>err
}

# expect STATUS WANTED_OUTPUT MESSAGE FAULT ARGS...
expect() {
    run "${@:4}"
    status=$?
    if [ $status -ne "$1" ] || ! cmp -s "$2" out || [ "$(cat err)" != "$3" ]; then
        echo "FAULT=$4 guidon ${*:5}: status $status, $(wc -l <out) lines"
        cat err
        failed=1
    fi
}

# expect_memory ARGS...: make each allocation fail in turn. Either the output is
# complete, or the status is 3 with a message and no output. The loop ends after ten
# complete outputs, because then no more allocations fail.
expect_memory() {
    expect_whole nothing "$@"
}

# The same for a command that prints lines: complete lines may come before it fails.
expect_memory_lines() {
    expect_whole lines "$@"
}

# The same for a command that continues with the next file: lines may be missing.
expect_memory_some() {
    expect_whole some "$@"
}

# May the output be incomplete like this? With `nothing` it must be empty.
may_be_left() {
    [ ! -s out ] || case $1 in
    lines) head -c "$(wc -c <out)" want | cmp -s - out ;;
    some) ! grep -qvxFf want out ;;
    *) false ;;
    esac
}

expect_whole() {
    left=$1
    shift
    "$tool" "$@" <in >want
    lost=0
    whole=0
    for ((i = 1; whole < 10; i++)); do
        run "$i" "$@"
        case $? in
        0) whole=$((whole + 1)) && cmp -s want out && continue ;;
        3) whole=0 lost=$((lost + 1)) && may_be_left "$left" &&
            grep -q 'memory' err && continue ;;
        esac
        echo "FAULT=$i guidon $*: $(head -c 200 out)"
        cat err
        failed=1
        return
    done
    if [ $lost -eq 0 ]; then
        echo "guidon $*: no allocation ever failed"
        failed=1
    fi
}

# matches_of FILE N: the expected output of scan for the first N lines.
matches_of() {
    head -n "$2" "$1" | awk -v name="$1" '{ print name ":" NR ":1: v7 2022-02-22T19:22:22.000Z " $0 }'
}

cd "$(mktemp -d)" || exit 1
export LC_ALL=C
yes 017f22e2-79b0-7cc3-98c4-dc0c0c07398f | head -n 20000 >in
head -n 7084 in >first_read  # the first block of input
head -n 7084 in >first_write # the first block of output
head -n 50 in >few
matches_of few 50 >few_matches
matches_of in 7085 >block_matches # the first block lacks only the last line feed
"$tool" new v4 -n 200 >clean
(cat few && "$tool" new v4 -n 9000 && cat few) >many # out of order

expect 0 few '' short convert few
expect 0 few '' short convert --on-error keep few
expect 3 first_read 'guidon convert: cannot read stdin: Input/output error' \
    read convert
expect 3 first_read 'guidon convert: cannot read in: Input/output error' \
    read convert --on-error skip in
expect 3 first_write 'guidon convert: cannot write the output: Input/output error' \
    write convert
expect 3 few 'guidon convert: cannot write the output: Input/output error' \
    close convert few

expect 0 few_matches '' short scan few
expect 3 block_matches 'guidon scan: cannot read in: Input/output error' \
    read scan in

# Ten sorted runs in a temporary file. Faults when the tool writes them, reads them
# first, and reads them after it has written some output.
expect 0 in '' short sort --memory 64K --temporary .
expect 3 /dev/null 'guidon sort: cannot write a temporary file in .: Input/output error' \
    pwrite sort --memory 64K --temporary .
expect 3 /dev/null 'guidon sort: cannot read a temporary file in .: Input/output error' \
    pread sort --memory 64K --temporary .
run 'pread 90' sort --memory 64K --temporary .
if [ $? -ne 3 ] || [ ! -s out ] || cmp -s out in ||
    [ "$(cat err)" != 'guidon sort: cannot read a temporary file in .: Input/output error' ]; then
    echo "FAULT='pread 90': $(wc -l <out) lines"
    cat err
    failed=1
fi
expect 3 /dev/null 'guidon dedupe: cannot read a temporary file in .: Input/output error' \
    pread dedupe --memory 64K --temporary . many
expect 3 /dev/null 'guidon dedupe: cannot write a temporary file in .: Input/output error' \
    pwrite dedupe --memory 64K --temporary . many
expect 3 /dev/null 'guidon check: cannot write a temporary file in .: Input/output error' \
    pwrite check --unique --memory 64K --temporary .
expect 3 /dev/null 'guidon check: cannot read a temporary file in .: Input/output error' \
    pread check --unique --memory 64K --temporary .
expect 3 /dev/null 'guidon stat: cannot write a temporary file in .: Input/output error' \
    pwrite stat --memory 64K --temporary . many
expect 3 /dev/null 'guidon stat: cannot read a temporary file in .: Input/output error' \
    pread stat --memory 64K --temporary . many

# Replace a file: the new one has no name until the end, or a temporary name if the
# file system lacks unnamed files. The file is then either complete or unchanged, and
# no other file remains.
expect_file() {
    before=$(ls -A)
    [ ! -e f ] || chmod 640 f
    run "$2" sort -o f few
    status=$?
    [ $status -ne 0 ] || before=$(printf '%s\n' "$before" f | sort -u)
    if [ $status -ne "$1" ] || [ "$(ls -A)" != "$before" ] ||
        ! cmp -s "$3" f || [ "$(cat err)" != "$4" ]; then
        echo "FAULT=$2: status $status, not $before but $(ls -A)"
        cat err
        failed=1
    fi
}
export LC_COLLATE=C
umask 022
for fault in none nameless; do
    rm -f f
    expect_file 0 $fault few ''
    [ "$(stat -c %a f)" = 644 ] || { echo "$fault: a new file" && failed=1; }
    cp in f
    expect_file 0 $fault few ''
    [ "$(stat -c %a f)" = 640 ] || { echo "$fault: an old file" && failed=1; }
    if [ "$(id -u)" = 0 ]; then
        chown 12345:23456 f
        expect_file 0 $fault few ''
        [ "$(stat -c %u:%g f)" = 12345:23456 ] ||
            { echo "$fault: the owner" && failed=1; }
    fi
done
# A signal that arrives when the file has been replaced does not change the status. A
# file system without fsync is no fault.
for fault in ended 'nameless ended' no-fsync; do
    rm -f f
    expect_file 0 "$fault" few ''
    cp in f
    expect_file 0 "$fault" few ''
done
cp in f
for fault in linkat rename 'nameless rename' fsync; do
    expect_file 3 "$fault" in 'guidon sort: cannot write '"$(realpath f)"': Input/output error'
done
rm f

# The default state file of a user.
export XDG_RUNTIME_DIR=
state='guidon new: cannot use the state file guidon/state in $XDG_RUNTIME_DIR'
expect 3 /dev/null "$state: there is no default path, because XDG_RUNTIME_DIR names \
no directory, or because the program has rights of its file (set-user-ID, set-group-ID, \
capabilities) and reads no environment; name a file (--state FILE chooses the file)" user new v7 --scope host
XDG_RUNTIME_DIR=$PWD
expect 3 /dev/null "$state: its directory is not yours, or others may write it; \
correct owner and mode (--state FILE chooses the file)" user new v7 --scope host
rmdir guidon

# Version 2 has 64 ids in a step of 429.5 s. The clock stands 100 s after the begin of
# a step, and sleeping advances it. What is written before the sleep counts: the second
# run ends in its second sleep by SIGINT, which leaves the first 64 ids.
waiting() {
    echo "guidon new: version 2 has 64 ids for each local id, domain and node in 429 s;" \
        "waiting $1 s for more ($2 of $3 are written)"
}
if ! run wait new v2 --local-id 1000 -n 130 || [ "$(sort -u out | wc -l)" != 130 ] ||
    [ "$(cut -c 10-18 out | sort -u | wc -l)" != 3 ] ||
    [ "$(cat err)" != "$(waiting 330 64 130 && waiting 429 128 130)" ]; then
    echo "new v2: $(wc -l <out) ids" && cat err
    failed=1
fi
run 'wait 1' new v2 --local-id 1000 -n 65
if [ $? -ne 130 ] || [ "$(wc -l <out)" != 64 ] ||
    [ "$(cat err)" != "$(waiting 330 64 65 && waiting 320 64 65)" ]; then
    echo "new v2 and SIGINT: $(wc -l <out) ids" && cat err
    failed=1
fi
run none new v2 --local-id 1000 -n 65 --at 2026-02-22T19:22:22Z
if [ $? -ne 4 ] || [ "$(wc -l <out)" != 64 ] || ! grep -q 'no more ids' err; then
    echo "new v2 --at: $(wc -l <out) ids" && cat err
    failed=1
fi

# A file that changes between the reading of its ids and of its digest gets no index.
cp few changed && touch -d 2020-01-01 changed
CHANGED=changed run change find --index changed.idx 8 changed
if [ $? -ne 3 ] || [ -s out ] || [ -e changed.idx ] || ! grep -q 'has changed while' err; then
    echo "find --index of a file that changes:" && cat err
    failed=1
fi

expect_memory show --json 017f22e2-79b0-7cc3-98c4-dc0c0c07398f
expect_memory show --json 000003e8-9414-21ec-b300-9f6bdeced846
expect_memory bounds --json 2022
expect_memory odds --json v4 -n 1M
expect_memory stat many
expect_memory stat --json many
expect_memory audit clean
expect_memory_lines audit --json clean
expect_memory annotate few
expect_memory alias --no-restore few
expect_memory short few
expect_memory find 8 few
expect_memory scan few
expect_memory scan --line few
expect_memory scan --json -m 1 few
mkdir -p folder/inner && cp few folder/a && cp few folder/inner/b
expect_memory_some scan -rl folder # scan still searches the folders that it could read
expect_memory new v5 --namespace dns
expect_memory convert few
expect_memory check few
expect_memory sort few
expect_memory dedupe --count few
rm -rf "$PWD"
exit $failed
