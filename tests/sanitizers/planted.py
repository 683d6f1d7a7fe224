# SPDX-License-Identifier: MIT
"""Plants faults of memory and undefined behaviour in a copy of the tree, one at a time,
and says which sanitizer finds each.

    python3 tests/sanitizers/planted.py [--preset PRESET]... [--tree DIR] [NAME...]
    python3 tests/sanitizers/planted.py --check    check that each fault still fits its source

The presets are asan-clang and asan by default. The result of a fault is:

    found     a sanitizer reported it
    failed    a test failed, but no sanitizer said why
    -         nothing failed

The status is 1 if the first preset misses a fault that another preset finds, or if a
result differs from the one that the table expects of the first preset. --tree keeps
the copy and its builds for the next run.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "fuzz"))
import mutants  # noqa: E402

# kind: what the fault does. file, old, new: the text to replace, which stands there
# once. tests: the ctest names that run the changed lines. expected: the result with
# clang; "-" for a fault that needs another tool, so that the table says what no
# sanitizer of the gate sees.
Fault = collections.namedtuple("Fault", "name kind file old new tests expected")

FOUND, FAILED, MISSED = "found", "failed", "-"

FAULTS = [
    # ------------------------------------------------------------------- heap
    Fault("buffer of JSON is reallocated too small", "heap, write past the end",
          "cli/text/json.c", "block_resize(json->text, json->capacity, capacity)",
          "block_resize(json->text, json->capacity, json->len + len)", "json", FOUND),
    Fault("the text behind a TypeID is read", "heap, read past the end",
          "src/text/typeid.c", "while (i < GDN_BASE32_LEN && !gdn_is_upper(suffix[i]) &&",
          "while (!gdn_is_upper(suffix[i]) && i < GDN_BASE32_LEN &&", "fuzz_typeid",
          None),
    Fault("slots of duplicates have one slot less", "heap, write past the end",
          "src/core/duplicate_counts.c",
          "return sizeof(guidon_duplicates) + slots * sizeof(struct duplicates_slot);",
          "return sizeof(guidon_duplicates) + (slots - 1) * sizeof(struct duplicates_slot);",
          "duplicate_counts", FOUND),
    Fault("generator is read after it is freed", "heap, use after free",
          "src/generate/options.c", "    }\n    gdn_heap_free(generator);\n}",
          "    }\n    gdn_heap_free(generator);\n"
          "    if (generator && gdn_generator_on_lease(generator)) {\n"
          "        gdn_lease_file_close(NULL, false);\n    }\n}", "generator", FOUND),
    Fault("object of JSON is freed twice", "heap, double free",
          "cli/text/json.c", "    append(json, value->text, value->len);\n"
          "    block_free(value->text, value->capacity);",
          "    append(json, value->text, value->len);\n"
          "    block_free(value->text, value->capacity);\n"
          "    block_free(value->text, value->capacity);", "json", FOUND),
    Fault("object of JSON is not freed", "heap, leak",
          "cli/text/json.c", "    append(json, value->text, value->len);\n"
          "    block_free(value->text, value->capacity);",
          "    append(json, value->text, value->len);", "json", FOUND),
    # ------------------------------------------------------------------ stack
    Fault("digits of a number have no place for the last", "stack, write past the end",
          "src/text/decimal.c", "    char digits[DIGITS_MAX];\n",
          "    char digits[DIGITS_MAX - 1];\n", "forms", FOUND),
    Fault("base 128 begins a digit late", "stack, write past the end",
          "src/text/der.c", "for (size_t i = NUMBER_MAX; i-- > 0;) {\n        digits[i]",
          "for (size_t i = NUMBER_MAX + 1; i-- > 0;) {\n        digits[i]", "der", FOUND),
    Fault("places of ids are one too few", "stack, write past the end",
          "cli/sort/id_set.c",
          "    struct place places[ID_SET_AT_ONCE];\n\n    if (overfills",
          "    struct place places[ID_SET_AT_ONCE - 1];\n\n    if (overfills", "id_set",
          FOUND),
    Fault("words of a digest leave their scope", "stack, use after scope",
          "src/hash/hash.c",
          "    uint32_t words[GDN_HASH_WORDS_MAX];\n"
          "    size_t used = hash->len % GDN_HASH_BLOCK;\n\n"
          "    memcpy(words, hash->words, sizeof words);\n"
          "    memcpy(last, hash->block, used);\n"
          "    gdn_hash_one(algorithm)->compress(\n"
          "        words, last, hash_pad(algorithm, last, used, hash->len));\n",
          "    const uint32_t *words;\n"
          "    size_t used = hash->len % GDN_HASH_BLOCK;\n\n"
          "    memcpy(last, hash->block, used);\n"
          "    {\n"
          "        uint32_t inner[GDN_HASH_WORDS_MAX];\n\n"
          "        memcpy(inner, hash->words, sizeof inner);\n"
          "        gdn_hash_one(algorithm)->compress(\n"
          "            inner, last, hash_pad(algorithm, last, used, hash->len));\n"
          "        words = inner;\n"
          "    }\n", "hash", FOUND),
    Fault("a key outlives the call that made it", "stack, use after return",
          "src/core/order.c",
          "static uint64_t order_reverse(uint64_t word)\n{\n    unsigned char bytes[8];\n\n"
          "    gdn_store_be64(bytes, word);\n    return gdn_load_le64(bytes);\n}",
          "static unsigned char *order_kept;\n\n"
          "__attribute__((noinline)) static void order_keep(uint64_t word)\n{\n"
          "    unsigned char bytes[8];\n\n    gdn_store_be64(bytes, word);\n"
          "    *(unsigned char *volatile *)&order_kept = bytes;\n}\n\n"
          "static uint64_t order_reverse(uint64_t word)\n{\n    order_keep(word);\n"
          "    return gdn_load_le64(*(unsigned char *volatile *)&order_kept);\n}",
          "order", FOUND),
    Fault("a number is printed past its buffer", "stack, write by a function of libc",
          "cli/text/number.c",
          "    char digits[NUMBER_MAX];\n"
          "    size_t len;\n"
          "\n"
          "    if (x < 1e6 && x >= 1e-3) {\n"
          '        snprintf(out, NUMBER_MAX, x >= 1000 ? "%.0f" : "%.4g", x);\n'
          "        return out;\n"
          "    }\n"
          "    snprintf(digits, sizeof digits,",
          "    char digits[8];\n"
          "    size_t len;\n"
          "\n"
          "    if (x < 1e6 && x >= 1e-3) {\n"
          '        snprintf(out, NUMBER_MAX, x >= 1000 ? "%.0f" : "%.4g", x);\n'
          "        return out;\n"
          "    }\n"
          "    snprintf(digits, NUMBER_MAX,", "cli_odds cli_odds_exact", None),
    # ----------------------------------------------------------------- global
    Fault("the controls have one too many", "global, read past the end",
          "cli/text/json.c", "while (i < COUNT_OF(controls) && controls[i].last",
          "while (i <= COUNT_OF(controls) && controls[i].last", "json", FOUND),
    Fault("a kind of an audit has no name", "global, read past the end",
          "src/core/kind.c", "return (unsigned)kind < GUIDON_ID_KINDS ? names[kind]",
          "return (unsigned)kind <= GUIDON_ID_KINDS ? names[kind]", "audit", FOUND),
    Fault("pairs of digits are read behind their table", "global, read past the end",
          "cli/common/decimal.c", "pairs + 2 * (number % 100), 2",
          "pairs + 2 * (number % 101), 2", "json cli_stat_exact", FOUND),
    Fault("a vector is loaded past the end of a table", "global, vector read past the end",
          "src/text/base32_sse41.c", "base32_sse41_load(gdn_pair_bytes + 16 * lane)",
          "base32_sse41_load(gdn_pair_bytes + 16 * lane + 8)", "base32", FOUND),
    # ----------------------------------------------------------------- kernels
    Fault("SSE4.1 stores a text two bytes late", "heap, vector write past the end",
          "src/text/base32_sse41.c", "base32_sse41_store(out + 10, base32",
          "base32_sse41_store(out + 12, base32", "base32", FOUND),
    Fault("AVX-512 loads a record with one byte more", "heap, masked read past the end",
          "src/text/hex_avx512vbmi.c",
          "_mm512_maskz_loadu_epi8((UINT64_C(1) << len) - 1, text)",
          "_mm512_maskz_loadu_epi8((UINT64_C(2) << len) - 1, text)", "hex", FAILED),
    Fault("AVX-512 stores one byte more of a stream", "heap, masked write past the end",
          "src/random/aes256ctr_vaes512.c", "(__mmask64)((UINT64_C(1) << len) - 1)",
          "(__mmask64)((UINT64_C(2) << len) - 1)", "cipher stream", FOUND),
    # ------------------------------------------------------------ in a struct
    Fault("an octet of a GUID comes after the last", "inside a struct, write past an array",
          "src/text/guid.c", "for (size_t i = 0; i < 16; i++)",
          "for (size_t i = 0; i <= 16; i++)", "guid", FOUND),
    Fault("the bits of version 4 reach into those of version 7",
          "inside a struct, write past a part", "src/core/audit.c",
          "for (unsigned k = 0; k < 8; k++) {\n        bits[AUDIT_LANES",
          "for (unsigned k = 0; k < 9; k++) {\n        bits[AUDIT_LANES", "audit", None),
    # ---------------------------------------------------------- uninitialised
    Fault("the last octet of a bound is not set", "uninitialised", "src/core/bounds.c",
          "memset(id.bytes, (int)fill, sizeof id.bytes);",
          "memset(id.bytes, (int)fill, sizeof id.bytes - 1);", "bounds", None),
    Fault("the value of a number is not set", "uninitialised", "src/text/decimal.c",
          "for (*value = 0; n >= 8;", "for (; n >= 8;", "forms", FAILED),
    # ----------------------------------------------------- undefined behaviour
    Fault("a byte is shifted into the sign", "shift", "src/hash/hash.c",
          "uint64_t x = UINT64_C(0x80) << (8 * len);",
          "uint64_t x = (unsigned)(0x80 << (8 * (len & 3)));\n"
          "    x = len < 4 ? x : UINT64_C(0x80) << (8 * len);", "name", FOUND),
    Fault("a shift is by the whole width", "shift", "cli/sort/id_set.c",
          "set->number_mask = set->number_mask << 1 | 1;",
          "set->number_mask = set->number_mask << (set->most > 1000 ? 32 : 1) | 1;\n"
          "        break;", "id_set", FOUND),
    Fault("a time overflows before it is checked", "signed overflow", "src/core/ticks.c",
          "if (time.seconds < -GDN_GREGORIAN_SECONDS || time.seconds > last) {",
          "if (time.seconds + GDN_GREGORIAN_SECONDS < 0 || time.seconds > last) {", "ticks",
          FOUND),
    Fault("the sum of two times overflows", "signed overflow", "src/core/validate.c",
          "now.seconds + carry > INT64_MAX - slack.seconds",
          "now.seconds + carry + slack.seconds < 0", "validate", FAILED),
    Fault("an id is read as two words", "misaligned", "src/core/value.c",
          "    *hi = gdn_load_be64(id->bytes);\n",
          "    *hi = __builtin_bswap64(*(const uint64_t *)(const void *)id->bytes);\n",
          "value", FOUND),
    Fault("an empty piece is copied", "null, argument of memcpy", "src/hash/hash.c",
          "if (len == 0) {\n        return;", "if (len == SIZE_MAX) {\n        return;",
          "hash", FOUND),
    Fault("a length is written without asking", "null, write", "src/text/typeid.c",
          "    if (out_len) {\n        *out_len = before",
          "    if (out_len || !prefix_len) {\n        *out_len = before", "typeid", FOUND),
    Fault("a row before the first is computed", "pointer overflow", "cli/sort/id_set.c",
          "return &set->ids[(slot & set->number_mask) - 1];",
          "return &set->ids[(slot & set->number_mask) - 1 - SIZE_MAX / 64] +\n"
          "           SIZE_MAX / 64;", "id_set", FOUND),
    Fault("NULL and a length are added", "pointer overflow from null", "src/core/audit.c",
          "    uint64_t *const words = audit->opaque;\n\n    for (size_t i = 0; i < n; i++) {",
          "    uint64_t *const words = audit->opaque;\n"
          "    const guidon_id *const volatile end = ids + n;\n\n"
          "    for (size_t i = 0; i < n && &ids[i] != end; i++) {", "audit", FOUND),
    Fault("a part of nothing is converted", "float to integer",
          "cli/audit/timeline_draw.c",
          "(uint64_t)(part * (double)room * 8 + 0.5)",
          "(uint64_t)(part / (double)(rows.n - rows.n) * (double)room)", "cli_audit",
          None),
    Fault("a reservation divides before it checks", "division by zero", "src/reserve/reservation.c",
          "    uint64_t rate = reservation_rate(clock, reading);\n",
          "    uint64_t rate = reservation_rate(clock, reading);\n"
          "    const volatile uint64_t ticks = (GDN_RESERVATION_LEN << 32) / rate;\n\n"
          "    (void)ticks;\n", "lease", FOUND),
    Fault("a function is called by another type", "function type", "src/core/bounds.c",
          "    put_ticks(&id, ticks);",
          "    ((void (*)(guidon_id *, int64_t))put_ticks)(&id, (int64_t)ticks);", "bounds",
          MISSED),
    Fault("a byte that is no truth value is read", "bool", "src/text/typeid.c",
          "const bool inside = i > 0 && i + 1 < prefix_len;",
          "const unsigned char byte = i > 0 && i + 1 < prefix_len ? 2 : 0;\n"
          "        bool inside;\n\n        memcpy(&inside, &byte, 1);", "typeid", FOUND),
    Fault("a constant that the type lacks is read", "enum", "src/core/kind.h",
          "return (guidon_id_kind)gdn_version_nibble(id);",
          "return (guidon_id_kind)(gdn_version_nibble(id) | 64 * !id->bytes[0]);", "audit", None),
    Fault("the lowest of no bits is looked for", "builtin", "src/scan/scanner.c",
          "return (unsigned)__builtin_ctzll(bits);",
          "return (unsigned)__builtin_ctzll(bits & (bits - 1) & ~bits);", "scanner", FOUND),
    Fault("blocks move over themselves", "overlap of memcpy", "cli/text/blocks.c",
          "memmove(blocks->bytes, blocks->bytes + done, blocks->len);",
          "memcpy(blocks->bytes, blocks->bytes + done, blocks->len);", "cli_scan_exact",
          FAILED),
]

# The faults of fuzz/mutants.py that concern memory: a bound that is not looked at, or a
# buffer whose fill is counted wrong.
OF_FUZZ = ["too little room is not seen", "the end of a line is not looked at",
           "a prefix of a TypeID may end in '_'",
           "a record over the buffer's end is cut short",
           "the end of a line of a run is not looked at",
           "a run is counted one record short", "an id in a longer word is found",
           "an id behind %2F is missed", "a hash is taken for an id",
           "the data of a batch begin again",
           "the last message of a batch is left out", "the checksum is not compared",
           "v2 makes 65 ids a step", "a ULID's carry is lost"]

LEAK = "detected memory leaks"
REPORT = re.compile(
    r"ERROR: (?:Address|Leak)Sanitizer: (detected memory leaks|\S+)|"
    r"runtime error: ([^\n]+)")


def faults():
    """All faults: those above, and those of the fuzz targets that concern memory."""
    yield from FAULTS
    for name, target, file, old, new in mutants.MUTANTS:
        if name in OF_FUZZ:
            yield Fault(name, "of fuzz/mutants.py", file, old, new,
                        f"fuzz_{target}", None)


def check():
    """Check that the text of each fault stands once in its file, and nothing stands
    twice in the table."""
    wrong = []
    names = [fault.name for fault in faults()]
    for fault in faults():
        n = (ROOT / fault.file).read_text().count(fault.old)
        if n != 1:
            wrong.append(f"{fault.file}: expected the text of '{fault.name}' once, "
                         f"found it {n} times: {fault.old}")
        if fault.old == fault.new:
            wrong.append(f"'{fault.name}' changes nothing")
        if names.count(fault.name) != 1:
            wrong.append(f"expected one fault named '{fault.name}', found "
                         f"{names.count(fault.name)}")
    wrong += [f"fuzz/mutants.py: expected a fault named '{name}', found none"
              for name in OF_FUZZ if name not in names]
    print("\n".join(wrong), end="\n" if wrong else "")
    return 1 if wrong else 0


def run(command, tree, **more):
    return subprocess.run(command, cwd=tree, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace",
                          check=False, **more)


class Build:
    """The build of a preset in the copy of the tree."""

    def __init__(self, tree, preset):
        self.tree, self.folder = tree, tree / "build" / preset
        done = run(["cmake", "--preset", preset, "-DCMAKE_COMPILE_WARNING_AS_ERROR=OFF"],
                   tree)
        if done.returncode != 0:
            sys.exit(done.stdout)
        listed = run(["ctest", "--show-only=json-v1"], self.folder)
        # The program of each test, or of the tool that the test runs.
        self.programs = {}
        for test in json.loads(listed.stdout)["tests"]:
            words = test.get("command", []) + [
                value for p in test["properties"] if p["name"].startswith("ENVIRONMENT")
                for value in p["value"]]
            self.programs[test["name"]] = [
                word[len(str(self.folder)) + 1:] for word in words
                if word.startswith(f"{self.folder}/") and "." not in word.rsplit("/")[-1]]

    def result(self, fault):
        """What the tests of the fault say, and the first report of a sanitizer."""
        unknown = [t for t in fault.tests.split() if t not in self.programs]
        if unknown:
            sys.exit(f"'{fault.name}': no test {', '.join(unknown)} in {self.folder}")
        targets = {p for t in fault.tests.split() for p in self.programs[t]}
        if any(t.startswith("cli_") for t in fault.tests.split()):
            targets |= {"cli/guidon", "examples/example_first"}
        done = run(["nice", "cmake", "--build", ".", "--target", *sorted(targets)],
                   self.folder)
        if done.returncode != 0:
            return "does not build", done.stdout[-800:]
        done = run(["nice", "ctest", "--output-on-failure", "--timeout", "300", "-R",
                    f"^({'|'.join(fault.tests.split())})$"], self.folder)
        if done.returncode == 0:
            return MISSED, ""
        reports = [r[1] or r[2] for r in REPORT.finditer(done.stdout)]
        if "leak" not in fault.kind:
            # A test that fails leaks what it would have freed.
            reports = [r for r in reports if r != LEAK]
        return (FOUND, reports[0]) if reports else (FAILED, "")


def copy_tree(folder):
    """Copy the tree, and keep the times of the files that stay the same."""
    skip = shutil.ignore_patterns("build", ".git")
    if not folder.exists():
        shutil.copytree(ROOT, folder, ignore=skip)
        return
    for path in ROOT.rglob("*"):
        parts = path.relative_to(ROOT).parts
        if parts[0] in ("build", ".git") or not path.is_file():
            continue
        to = folder.joinpath(*parts)
        if not to.exists() or to.read_bytes() != path.read_bytes():
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, to)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--preset", action="append")
    parser.add_argument("--tree", type=pathlib.Path)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    if args.check:
        return check()
    chosen = [f for f in faults() if not args.names or f.name in args.names]
    if args.names and len(chosen) != len(set(args.names)):
        sys.exit("no such fault: " + ", ".join(
            sorted(set(args.names) - {f.name for f in chosen})))
    if check():
        return 1
    presets = args.preset or ["asan-clang", "asan"]
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = (args.tree or pathlib.Path(folder) / "tree").resolve()
        copy_tree(tree)
        builds = [Build(tree, preset) for preset in presets]
        print("| fault | kind | file |", " | ".join(presets), "|")
        print("|---|---|---|" + "---|" * len(presets), flush=True)
        for fault in chosen:
            path = tree / fault.file
            source = path.read_text()
            path.write_text(source.replace(fault.old, fault.new, 1))
            try:
                with concurrent.futures.ThreadPoolExecutor() as pool:
                    results = list(pool.map(lambda b: b.result(fault), builds))
            finally:
                path.write_text(source)
            kinds = [result for result, _ in results]
            missed += kinds[0] != FOUND and FOUND in kinds
            missed += fault.expected not in (None, kinds[0])
            print(f"| {fault.name} | {fault.kind} | {fault.file} |",
                  " | ".join(f"{kind}: {said}" if said else kind
                             for kind, said in results), "|", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
