# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2154 # dev sets root, jobs and the rest
# source.sh - the commands of ./dev that look at the sources: lint and format.

# sources PATTERN...: the existing files that git tracks or would track.
sources() {
    local file
    git -C "$root" ls-files --cached --others --exclude-standard -- "$@" |
        sort -u | while read -r file; do
            [[ ! -f $root/$file ]] || printf '%s\n' "$root/$file"
        done
}

c_files() {
    sources '*.c' '*.h' '*.cpp' '*.hpp'
}

shell_files() {
    sources dev .ci '*.sh' '*-run.in'
}

cmd_format() {
    provide format
    c_files | xargs -rd '\n' clang-format -i
}

cmd_lint() {
    provide lint
    local failed=0
    c_files | xargs -rd '\n' clang-format --dry-run -Werror || failed=1
    shell_files | xargs -rd '\n' shellcheck || failed=1
    build_tool
    # clang-tidy lacks the headers of these hosts and the flags of WebAssembly; the
    # tests compile these files with every warning as an error.
    sources 'src/*.c' 'cli/*.c' 'bindings/*.c' ':!cli/page/*' \
        ':!bindings/python/*' ':!bindings/java/*' ':!bindings/javascript/wasm/*' |
        quietly xargs -rd '\n' -n 4 -P "$jobs" \
        clang-tidy -quiet -p "$root/build/release" || failed=1
    return "$failed"
}
