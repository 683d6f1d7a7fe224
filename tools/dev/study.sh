# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# shellcheck disable=SC2154 # dev sets root, jobs and the rest
# study.sh - the commands of ./dev that look for faults and measure: coverage, fuzz,
# soak, differential, mutate, prove, evidence and bench.

# Coverage counts the scalar kernels of text and hashes, because each SIMD kernel is
# held equal to its scalar one by another test. Slow tests that take no branch of
# their own are left out. Some tests change their user, so every user must be able
# to write the counts.
cmd_coverage() (
    provide coverage
    build coverage || exit
    cd "$root" || exit
    find build/coverage -name '*.gcda' -delete
    find build/coverage -type d -exec chmod a+rwx {} +
    umask 0
    local status=0
    if ! quietly ctest --preset coverage -j "$jobs" \
        -E '^(fork|statistics|text_kernels)$|_arm$|^[^v].*_without_(avx512.*|sha)$|^text_kernels_without_avx2$'; then
        echo 'coverage: tests fail, and count for what they came to' >&2
        status=1
    fi
    python3 -B tests/coverage/coverage.py . build/coverage || status=1
    exit "$status"
)

cmd_fuzz() {
    local word preset=fuzz
    for word in "$@"; do
        case $word in
        -h | --help | --counts) exec python3 -B "$root/fuzz/fuzz.py" "$@" ;;
        --asan) preset=fuzz-asan ;;
        --afl) preset=fuzz-afl ;;
        esac
    done
    case $preset in
    fuzz-afl) provide afl ;;
    *) provide fuzz ;;
    esac
    build "$preset"
    [[ $preset == fuzz ]] || build fuzz # this build makes the inputs of crashes smaller
    nice python3 -B "$root/fuzz/fuzz.py" "$@"
}

# soak_vm [ARGUMENT...]: resume a virtual machine that runs Debian's kernel. The
# kernel's package is unpacked below build/, not installed.
soak_vm() {
    local folder=$root/build/vm kernel
    provide vm
    mkdir -p "$folder/kernel"
    kernel=$(compgen -G "$folder/kernel/boot/vmlinuz-*" | head -n 1) || {
        kernel=$(apt-cache depends linux-image-amd64 |
            sed -n 's/.*Depends: \(linux-image-[^ ]*\)$/\1/p' | head -n 1)
        (cd "$folder" && quietly apt-get download "$kernel" &&
            dpkg -x "$kernel"_*.deb kernel) || die 'no kernel to be had'
        kernel=$(compgen -G "$folder/kernel/boot/vmlinuz-*" | head -n 1)
    }
    gcc -std=c11 -O2 -static -pthread "-I$root/include" "$root/tests/vm/guest.c" \
        "$root"/src/*/*.c -o "$folder/init"
    python3 -B "$root/tests/vm/vm.py" --kernel "$kernel" --init "$folder/init" \
        --folder "$folder/run" "$@"
}

cmd_soak() {
    if [[ ${1:-} == --vm ]]; then
        soak_vm "${@:2}"
        return
    fi
    provide soak
    (cd "$root" && quietly cmake --preset release &&
        counted cmake --build --preset release --target soak) || exit
    exec nice -n 19 "$root/build/release/tests/soak" \
        --folder "$root/build/soak" "$@"
}

cmd_differential() {
    local program=differential

    provide differential
    build_tool
    if [[ ${1:-} == --sources ]]; then
        program=sources
        shift
    fi
    nice python3 -B "$root/fuzz/differential/$program.py" "$@"
}

# Debian's Python runs this, because Debian packages libclang for its own Python.
cmd_mutate() {
    local preset=release

    provide mutate
    [[ ! " $* " =~ " --preset"[\ =]"asan " ]] || preset=asan
    build "$preset"
    nice /usr/bin/python3 -B "$root/tests/mutation/mutate.py" "$@"
}

cmd_prove() {
    provide prove
    nice python3 -B "$root/proofs/prove.py" "$@"
}

# cmd_evidence [--record RUN WHAT]: which campaigns were run on the files of this tree.
cmd_evidence() {
    provide python
    python3 -B "$root/tests/full/evidence.py" "$@"
}

# bench_binding NAME [ARGUMENT...]: measure a binding or an extension.
bench_binding() {
    case $1 in
    spark)
        python3 -B "$root/bindings/spark/test/run.py" --program \
            "$root/bindings/spark/bench.py" "${@:2}"
        ;;
    lint)
        python3 -B "$root/extensions/postgresql/test/run.py" --program \
            "$root/extensions/postgresql/bench/applications.py" "${@:2}"
        ;;
    rekey | pages)
        python3 -B "$root/extensions/postgresql/test/run.py" --program \
            "$root/extensions/postgresql/bench/$1.py" "${@:2}"
        ;;
    java) python3 -B "$root/bindings/java/run.py" --bench "${2:-5}" ;;
    page) build_tool && build_page && node "$root/page/bench/million.mjs" "${@:2}" ;;
    npm) build_npm && node "$root/bindings/javascript/test/run.mjs" --program bench.mjs "${@:2}" ;;
    *)
        local home=$root/extensions/$1 tests=test
        if [ "$1" = python ]; then home=$root/bindings/python tests=tests; fi
        python3 -B "$home/$tests/run.py" --program "$home/bench/bench.py" "${@:2}"
        ;;
    esac
}

cmd_bench() {
    local word part=''
    case ${1:-} in
    postgresql | npm | sqlite | duckdb | page | spark | python | java) part=$(packages_of "$1") ;;
    rekey | pages | lint) part=$(packages_of postgresql) ;;
    esac
    if [[ -n $part ]]; then
        provide "$part"
        bench_binding "$@"
        return
    fi
    for word in "$@"; do
        case $word in
        -h | --help | --list) exec python3 -B "$root/bench/bench.py" "$word" ;;
        esac
    done
    provide bench
    python3 -B "$root/bench/bench.py" "$@"
}
