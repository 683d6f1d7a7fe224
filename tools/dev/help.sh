# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2154 # dev sets root
# help.sh - what ./dev says about itself. Nothing is installed, built or created for it.

cmd_help() {
    cat <<'END'
usage: ./dev COMMAND [ARGUMENT...] [--yes] [--werror]

  run [ARGUMENT...]
          build the tool and show what it does; with ARGUMENTs, run the tool on
          them
  test [PART]
          build once and test the library, the C++ header and the tool. PART is:
            -R REGEX                     the tests whose names match; only what they
                                         need is built (other options of ctest: -E,
                                         -L, -LE)
            changed [--since COMMIT]     the parts of the gate that your changes may
                                         touch, since the branch left origin/main
            all                          the gate: every part below, side by side
            full [ROW...]                the gate and all campaigns (hours); writes
                                         build/full/table.md
            bare [12 | 13] [OPTION...]   this page's first two commands on an empty
                                         Debian, in a folder; see `test bare --help`
            release DIR|--draft [KIND...]
                                         each file of a release where a user would use
                                         it: what `./dev release DIR` wrote, or a draft
                                         that this makes
          The parts of the gate; PART --long runs the long form, where there is one:
            core                         what `./dev test` runs
            release [CTEST ARGUMENT...]  the slow tests of that build
            sanitizers [CTEST ARGUMENT...]
                                         AddressSanitizer and
                                         UndefinedBehaviorSanitizer
            o2                           the kernels at -O2, and compiler warnings
            postgresql, sqlite, duckdb, python [--on NAMES] [--sanitize]
            [--references] [PYTEST ARGUMENT...]
            postgresql, sqlite, duckdb --sanitize [PYTEST ARGUMENT...]
                                         the extension with AddressSanitizer and
                                         UndefinedBehaviorSanitizer
            java [--on VERSION] [-k TEST] [--long] [--sanitize] [--arm]
            npm, page [NODE ARGUMENT...]
            etcd, spark, recipes [--long] [PYTEST ARGUMENT...]
            packages                     the Debian packages
            documents [PAGE...]          the blocks of the READMEs and guides
            PART --fetch                 get what that part downloads; run no test
          Campaigns:
            PRESET [CTEST ARGUMENT...]   another build: debug, asan, asan-clang, o2
            warnings [--all]             compile every file at -O2 with the newest gcc
                                         and clang, or at all levels with all of them
            cpp [--all] [NAME...]        the tests of the C++ header with each compiler
                                         and C++ library that is here, or also with those
                                         of Debian 12 and 13
            clients [NAME...]            the recipes of packaging/, by Conan and Meson
            kernels, long                the long form of tests of the library
            statistics                   the random bits of 10^8 ids of each kind
            cross [TARGET...]            other systems, emulated: aarch64, riscv64,
                                         s390x, i686, musl, mingw; or here with
                                         clang: native, lto, msan, tsan, valgrind
  setup [PART]
          install the packages of a command (default: core, which `./dev test`
          needs); `setup list` names the parts
  coverage
          report the branches of the library that the tests take; fails if a test
          misses one without an excuse
  fuzz [TARGET...] [--minutes N]
          look for inputs that break a promise; see `fuzz --help`
  soak    make ids with many threads, processes and scopes while clocks go wrong,
          and look for an id that comes twice; `soak --ids N` continues the last
          run, `soak --counts` adds the runs up, `soak --vm` resumes a virtual
          machine again and again from one snapshot
  differential
          compare how peers in five languages read the same texts;
          `differential --scale 10000000` takes longer; `differential --sources`
          searches the files below /usr/share, or folders that you name, and five
          packages for ids, and compares `scan` with a search of its own
  mutate [FILE|DIRECTORY...]
          put small faults into the library, one at a time, and see whether a test
          fails on each; see `mutate --help`. All directories take hours
  prove [PART]
          prove contracts of the sources (Frama-C), the compiled code of text forms
          (angr) and models of the protocols (Spin)
  evidence
          say which campaigns were run on the files of this tree; `evidence --record RUN
          WHAT` writes that a run was made on the last commit, and what it found
  bench   measure Guidon beside its peers in seven languages; see `bench --help`.
          `bench NAME` measures a binding: postgresql, sqlite, duckdb, python, java,
          npm, page or spark; `bench rekey` measures how PostgreSQL moves keys under load;
          `bench pages` counts index pages and WAL of new keys in PostgreSQL;
          `bench lint` lists what guidon_lint() finds in public applications, and
          times it on 1,000 tables
  abi     compare the binary interface of the library with the recorded one;
          `abi --record` records it again
  amalgamate [DIR]
          write the library as guidon.c, guidon.h and guidon.hpp, with
          guidon-inline.h and the extension guidon_sqlite.c
  duckdb [DIR]
          write the extension for DuckDB, guidon.duckdb_extension
  dist [DIR]
          write the archive of sources
  deb [DIR]
          write the Debian packages; `deb postgresql [DIR]` writes those of the
          extension for PostgreSQL. As root, `deb --on 13 [DIR]` writes both for
          Debian 13, or 12, in an empty one
  npm [DIR]
          write the npm package
  java [DIR]
          write the jars of the library for Java
  page [FILE]
          write the page guidon.html, one file that works offline
  release DIR
          write everything that a publication consists of, with sums, bills of
          materials and provenance; `release --list` names the parts, and
          `release --help` the options
  site DIR
          write the site: every page, the manual, the references of C, C++, Python,
          JavaScript and Java, the page as a live tool, and a search without a server
  names   look up in the registries whether the names of packaging/names.txt are
          still free or ours
  reproducible
          build everything that is shipped twice, in two folders, and compare the
          bytes
  docs    write the reference of the headers and the guides, as pages to browse
  lint [javascript]
          check the layout of C, Python and JavaScript, run clang-tidy, ruff, biome
          and shellcheck, and look for long lines of SQL; `lint javascript` looks at
          JavaScript and TypeScript alone
  format [javascript]
          lay out every file of C, C++, Python, JavaScript and TypeScript, or those
          of the last two alone
  help    print this text

`run`, `test` and `setup` install the Debian packages that they miss. Every other
command names the missing packages and stops; `--yes`, or CI in the environment,
lets it install them too. Compiler warnings stop the build with `--werror` and in
CI alone.
END
}

# commands: the names of the commands.
commands() {
    local names
    names=$(compgen -A function cmd_ | sed s/cmd_//)
    printf '%s' "${names//$'\n'/ }"
}

# asks_for_help COMMAND [WORD...]: is --help meant for ./dev? `run` passes what follows
# its first word on to the tool.
asks_for_help() {
    case " ${2:-} ${3:-} " in
    ' --help '* | ' -h '*) return 0 ;;
    *' --help ' | *' -h ') [[ $1 != run ]] ;;
    *) return 1 ;;
    esac
}

# help_of COMMAND [PART] --help: print the lines of cmd_help about a command, or what
# the program behind it says.
help_of() {
    case "$1 ${2:-}" in
    fuzz\ *) python3 -B "$root/fuzz/fuzz.py" --help ;;
    mutate\ *) python3 -B "$root/tests/mutation/mutate.py" --help ;;
    bench\ -*) python3 -B "$root/bench/bench.py" --help ;;
    evidence\ *) python3 -B "$root/tests/full/evidence.py" --help ;;
    release\ *) python3 -B "$root/packaging/release/release.py" --help ;;
    'test bare') "$root/tools/gate/bare.sh" --help ;;
    'test java') python3 -B "$root/bindings/java/run.py" --help ;;
    'test python') python3 -B "$root/bindings/python/tests/run.py" --help ;;
    help\ *) cmd_help ;;
    *) cmd_help | awk -v name="$1" '
        /^  [a-z]/ { on = $1 == name }
        /^[^ ]/ { on = NR == 1 }
        on || /^$/ && on { print }' ;;
    esac
}
