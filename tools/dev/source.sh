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

python_files() {
    sources '*.py' '*.pyi'
}

script_files() {
    sources '*.js' '*.mjs' '*.cjs' '*.ts' '*.mts' '*.cts'
}

# The SQL of the extensions.
sql_files() {
    sources 'extensions/*.sql' ':!extensions/*/test/*'
}

# ruff_tools, biome_tools: get ruff and clang-format, or biome, to build/lint, by locked
# hashes.
ruff_tools() (
    mkdir -p "$root/build/lint"
    cd "$root/build/lint" || exit
    cmp -s "$root/tools/lint/requirements.txt" requirements.txt || {
        quietly python3 -m venv --clear venv &&
            quietly venv/bin/pip install --require-hashes --only-binary=:all: \
                -r "$root/tools/lint/requirements.txt" || exit
        cp "$root/tools/lint/requirements.txt" .
    }
)

biome_tools() (
    mkdir -p "$root/build/lint"
    cd "$root/build/lint" || exit
    cmp -s "$root/tools/lint/package-lock.json" installed.json || {
        cp "$root"/tools/lint/package*.json .
        quietly npm ci --ignore-scripts --no-audit --no-fund || exit
        cp package-lock.json installed.json
    }
)

# ruff, biome, c_layout: a checker with arguments, over the files that are its own. ruff
# leaves out files that ruff.toml excludes.
ruff() {
    python_files | xargs -rd '\n' "$root/build/lint/venv/bin/ruff" "$@" --quiet --force-exclude
}

biome() {
    script_files | (cd "$root" &&
        xargs -rd '\n' build/lint/node_modules/.bin/biome "$@" --log-level=warn)
}

c_layout() {
    c_files | xargs -rd '\n' -n 100 -P "$jobs" "$root/build/lint/venv/bin/clang-format" "$@"
}

# is_javascript [LANGUAGE]: is a command for JavaScript and TypeScript alone?
is_javascript() {
    [[ $# -eq 0 || $1 == javascript ]] ||
        die "no language \"$1\" here; the only one is javascript" 2
    [[ $# -gt 0 ]]
}

cmd_format() {
    if is_javascript "$@"; then
        provide javascript
        biome_tools && biome format --write
        return
    fi
    provide format
    ruff_tools && biome_tools || exit
    ruff format && biome format --write && c_layout -i
}

lint_javascript() {
    local failed=0
    biome lint --error-on-warnings || failed=1
    biome format || failed=1
    return "$failed"
}

# lint_sql FILE...: name each line of more than 100 characters. They are ASCII.
lint_sql() {
    awk 'length > 100 {
        print FILENAME ":" FNR ": more than 100 characters"; bad = 1
    } END { exit bad }' "$@"
}

# tidy WHAT HEADER PATTERN FLAG...: clang-tidy over the C files of a pattern, which are not
# built by CMake, with the flags of their build, if it has the header that they need.
tidy() {
    local what=$1 header=$2 pattern=$3
    shift 3
    set -- -std=gnu11 -I"$root/include" "$@"
    if ! printf '#include <stdio.h>\n#include <%s>\n' "$header" |
        cc "$@" -fsyntax-only -xc - &>/dev/null; then
        echo "left out: clang-tidy over $what, because $header is missing" >&2
        return
    fi
    sources "$pattern" | quietly xargs -rd '\n' -P "$jobs" -I{} \
        clang-tidy -quiet {} -- "$@"
}

# The C files that other builds than that of CMake compile.
lint_bindings() {
    local failed=0 python java server
    python=$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')
    java=$(readlink -f "$(command -v javac)") || java=''
    java=${java%/bin/javac}/include
    server=$(pg_config --includedir-server 2>/dev/null) || server=''
    [[ -f $server/postgres.h ]] || # the tests of PostgreSQL unpack one here
        server=$(printf '%s\n' "$root"/build/postgresql/servers/debian/usr/include/*/*/server |
            tail -n 1)
    python3 -B "$root/bindings/python/csrc/docstrings.py" \
        "$root/bindings/python/src/guidon/_core.pyi" "$root/build/lint/docstrings.h"
    tidy Python Python.h 'bindings/python/csrc/*.c' -isystem "$python" \
        -I"$root/build/lint" || failed=1
    tidy Java jni.h 'bindings/java/guidon/native/*.c' -isystem "$java" \
        -isystem "$java/linux" '-DGUIDON_JAVA_PACKAGE="guidon"' || failed=1
    tidy PostgreSQL postgres.h 'extensions/postgresql/src/*.c' -isystem "$server" || failed=1
    tidy SQLite sqlite3ext.h 'extensions/sqlite/src/*.c' || failed=1
    tidy DuckDB guidon.h 'extensions/duckdb/src/*.c' || failed=1
    tidy guidon-node curl/curl.h 'services/guidon-node/src/*.c' -D_GNU_SOURCE || failed=1
    return "$failed"
}

cmd_lint() {
    if is_javascript "$@"; then
        provide javascript
        biome_tools && lint_javascript
        return
    fi
    provide lint
    ruff_tools && biome_tools || exit
    local failed=0 sql
    ruff check --output-format concise || failed=1
    ruff format --diff || failed=1
    lint_javascript || failed=1
    mapfile -t sql < <(sql_files)
    lint_sql "${sql[@]}" || failed=1
    c_layout --dry-run -Werror || failed=1
    shell_files | xargs -rd '\n' shellcheck || failed=1
    build_tool
    # clang-tidy lacks the headers of these hosts and the flags of WebAssembly; the
    # tests compile these files with every warning as an error.
    sources 'src/*.c' 'cli/*.c' 'bindings/*.c' ':!cli/page/*' \
        ':!bindings/python/*' ':!bindings/java/*' ':!bindings/javascript/wasm/*' |
        quietly xargs -rd '\n' -n 4 -P "$jobs" \
        clang-tidy -quiet -p "$root/build/release" || failed=1
    lint_bindings || failed=1
    return "$failed"
}
