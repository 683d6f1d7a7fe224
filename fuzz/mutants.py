# SPDX-License-Identifier: MIT
"""Shows that the fuzz targets find faults. It puts one fault after another into a
copy of the tree and runs the target that must find it. The target begins with the
seeds.

    python3 fuzz/mutants.py [--seconds 60] [NAME...]
    python3 fuzz/mutants.py --check     check that each fault still fits its source
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Name, target, file, the text there, and the text that replaces it.
MUTANTS = [
    ("wrong hex digit is taken", "uuid", "src/text/hex_scalar.c",
     "['f'] = DIGIT(15, shift)",
     "['f'] = DIGIT(15, shift), ['g'] = DIGIT(15, shift)"),
    ("urn: prefix in lower case alone", "parse", "src/text/shapes.c",
     "gdn_to_lower(input->text[i]) != prefix[i]",
     "input->text[i] != prefix[i]"),
    ("36 digits are a UUID", "parse", "src/text/shapes.c",
     "is_accepted(input, GUIDON_FORM_UUID) && !is_number(input)",
     "is_accepted(input, GUIDON_FORM_UUID)"),
    ("two forms may read different ids", "parse", "src/text/recognise.c",
     "if (fits && !guidon_equal(&first, &id))", "if (fits && false)"),
    ("a text that needs a name is none", "parse", "src/text/recognise.c",
     "if (status && recognise_candidates(&input))", "if (false && recognise_candidates(&input))"),
    ("a leading zero is read", "parse", "src/text/decimal.c",
     "text[start] == '0' &&", "text[start] == 'x' &&"),
    ("spare bits of base 32 and 64 are not looked at", "parse",
     "src/text/rfc4648.c", "low & ((1u << spare) - 1)",
     "low & ((1u << spare) / 2 - 1)"),
    ("lenient offset is that of the letter", "parse", "src/text/ulid_text.c",
     "came_from[at]", "at"),
    ("too little room is not seen", "format", "src/text/forms.c",
     "if (len > out_cap)", "if (len > out_cap + 1)"),
    ("DER with a leading zero is read", "der", "src/text/der.c",
     "if (der[NUMBER_AT] == MORE)", "if (der[NUMBER_AT] == MORE + 1)"),
    ("a prefix of a TypeID may end in '_'", "typeid", "src/text/typeid.c",
     "const bool inside = i > 0 && i + 1 < prefix_len;",
     "const bool inside = i > 0;"),
    ("a TypeID in upper case is read", "typeid", "src/text/typeid.c",
     "return all == LOWER_BITS;", "return true;"),
    ("the end of a line is not looked at", "many", "src/text/hex_scalar.c",
     "text[GDN_HEX_LEN] == '\\n' &&", ""),
    ("a wrong mark is read", "forms", "src/text/hex_layout_x86.h",
     "_mm_and_si128(marks, _mm_set1_epi8((char)0x80))",
     "_mm_and_si128(marks, _mm_set1_epi8(0))"),
    ("the data of a batch begin again", "keys", "src/keys/derive.c",
     "data + done * stride", "data"),
    ("the time is not hashed", "keys", "src/keys/derive.c",
     "gdn_store_be64(head + 8, unix_ms);", ""),
    ("the last message of a batch is left out", "keys",
     "src/keys/blake2s_lanes.h", "if (n > done) {", "if (n > done + 1) {"),
    ("the variant is hashed", "keys", "src/keys/mask.c",
     "UINT64_C(0xffffffffff3fff0f)", "UINT64_C(0xffffffffffffff0f)"),
    ("an id of another version is masked", "keys", "src/keys/mask.c",
     "while (i < n && gdn_is_version(&in[i], from)) {", "while (i < n) {"),
    ("decryption uses the rounds in their order", "keys",
     "src/keys/encrypt.c", "undo ? CRYPT_ROUNDS - 1 - round : round", "round"),
    ("ids after the first block are not encrypted", "keys",
     "src/keys/encrypt.c", "} while (part == CRYPT_BLOCK);", "} while (false);"),
    ("times of version 7 count from 1582", "order", "src/core/ticks.h",
     "return gdn_ticks_of_ms(gdn_first_48(id))",
     "return gdn_first_48(id) * (GDN_NS_PER_MS / GDN_NS_PER_TICK)"),
    ("MariaDB rearranges version 6", "order", "src/core/order.c",
     "octet_6 - 1 < 0x5f", "octet_6 - 1 < 0x6f"),
    ("the low half of Java's order has no sign", "order", "src/core/order.c",
     "{id.hi ^ sign, id.lo ^ sign}", "{id.hi ^ sign, id.lo}"),
    ("a key of MySQL gives another id", "order", "src/core/order.c",
     "(key >> 16 & 0xffff0000)", "(key >> 16 & 0xff0000)"),
    ("an id without a text is left out", "forms", "src/text/forms_many.c",
     "if (!many_have_text(in, n, form))",
     "if (n == 1 && !many_have_text(in, n, form))"),
    ("a record over the buffer's end is cut short", "input", "cli/text/input.c",
     "searched = held;", "searched = held + 1;"),
    ("the end of a line of a run is not looked at", "input", "cli/text/runs.c",
     "text[first] == a && text[last] == b", "text[first] == a"),
    ("a run is counted one record short", "input", "cli/text/runs.c",
     "input->number += run->n;", "input->number += run->n - 1;"),
    ("another spelling of a state of etcd is read", "node_state",
     "services/guidon-node/src/statefile.c", "return strcmp(text, again) == 0;",
     "return true;"),
    ("an id in a longer word is found", "scanner", "src/scan/scanner.c",
     "return at < scanner->len ? !scan_is_word(scanner->text[at])",
     "return at < scanner->len ? !scan_is_hex(scanner->text[at])"),
    ("an id behind %2F is missed", "scanner", "src/scan/scanner.c",
     "at >= 2 && text[at - 2] == '%'", "at >= 3 && text[at - 3] == '%'"),
    ("a hash is taken for an id", "scanner", "src/scan/scanner.c",
     "return scan_has_version_and_variant(text) &&", "return"),
    ("a prefix of a TypeID begins with the letter of \\n", "scanner",
     "src/scan/scanner.c",
     "!gdn_scan_ends_escape(text, at)", "true"),
    ("an alias ends where a word goes on", "alias", "src/scan/words.c",
     "return at < piece->len ? !words_is_part(piece->text[at])", "return at < piece->len ? true"),
    ("a word in the shape of an alias gets none", "alias", "src/scan/spans.c",
     "return state->kind == GUIDON_ALIAS_NUMBER ||",
     "return (state->ids.forms == 0 && state->kind == GUIDON_ALIAS_NUMBER) ||"),
    ("a piece is cut within an alias", "alias", "src/scan/words.c",
     "while (at > least && words_is_part(piece->text[at - 1])) {", "while (false) {"),
    ("all spellings of an id have one alias", "alias", "cli/alias/alias_names.c",
     "row->spelling = (uint16_t)of->n;", "row->spelling = 0;"),
    ("an id that no level holds is believed", "audit", "src/core/duplicate_counts.c",
     "(slot.times > 0 && !duplicates_holds(head.level, &slot.id))", "false"),
    ("the number of ids in the slots is believed", "audit", "src/core/duplicate_counts.c",
     "used == head.used", "true"),
    ("a bit is one in more ids than were counted", "audit", "src/core/audit.c",
     "in_lanes > bits[AUDIT_PENDING]", "false"),
    ("a time is after the last one", "audit", "src/core/audit.c",
     "words[AUDIT_LATEST] <= gdn_ticks_of_ms((UINT64_C(1) << 48) - 1)", "true"),
    ("the checksum is not compared", "state", "src/shared/shared_page.c",
     "memcmp(head, &want, sizeof want) == 0", "true"),
    ("a limit may lie below what was made", "state", "src/shared/shared_page.c",
     "(limit == 0 || made < limit)", "true"),
    ("the first millisecond of a lease is not obeyed", "lease",
     "src/generate/expiry.c", "*now = first;", ";"),
    ("the bounds of a lease file are not compared", "lease",
     "src/lease/lease_page.c", "page->last_ms >= first_ms", "true"),
    ("a copy of a lease file is taken for the file", "lease",
     "src/lease/lease_page.c", "head->inode != inode", "false"),
    ("an id is past the last millisecond of a lease", "lease",
     "src/generate/expiry.c", "g->kind->last_ms(plan) <=",
     "g->kind->last_ms(plan) - 1 <="),
    ("v7 may run two seconds ahead", "generator",
     "src/generate/by_timestamp.h",
     "#define GDN_BY_TIMESTAMP_AHEAD_MAX (GDN_TIMESTAMP_PER_MS * 1000)",
     "#define GDN_BY_TIMESTAMP_AHEAD_MAX (GDN_TIMESTAMP_PER_MS * 2000)"),
    ("v1 keeps its clock sequence on a restart", "generator",
     "src/generate/gregorian.c", "*seq = (*seq + 1) & GDN_CLOCK_SEQ_MAX;",
     "*seq = *seq;"),
    ("a batch that fails keeps its state", "generator",
     "src/generate/next.c",
     "gdn_atomic128_store(gdn_generator_state(g), before);", ";"),
    ("tolerance is one unit too small", "generator", "src/generate/kind.h",
     "highest - now <= rules->tolerance", "highest - now < rules->tolerance"),
    ("v2 makes 65 ids a step", "generator", "src/generate/v2.c",
     "if (used >= V2_SEQS)", "if (used > V2_SEQS)"),
    ("a forked child keeps its state", "generator", "src/generate/reinit.c",
     "status = gdn_generator_reset(g);",
     "status = GUIDON_OK;"),
    ("the counter of v8 starts in its upper half", "generator",
     "src/generate/v8_node.c", "(V8_COUNTER_MASK >> 1)", "(V8_COUNTER_MASK)"),
    ("a millisecond of v8 has an id too many", "generator",
     "src/generate/v8_node.c", "room = V8_COUNTER_MASK -",
     "room = V8_COUNTER_MASK + 1 -"),
    ("v8 goes on after a clock that went back too far", "generator",
     "src/generate/v8_node.c",
     "case GDN_RELATION_TOO_FAR_BACK:\n    case GDN_RELATION_RESTART:\n"
     "        return GDN_PLAN_CLOCK_BACK;",
     "case GDN_RELATION_TOO_FAR_BACK:\n    case GDN_RELATION_RESTART:"),
    ("a forked child keeps its node number", "generator",
     "src/generate/v8_node.c", ".single_owner = true,", ".single_owner = false,"),
    ("a ULID's carry is lost", "generator", "src/generate/ulid.c",
     "key.hi += key.lo < by;", ""),
    ("rollbacks are counted in calls that fail", "generator",
     "src/generate/next.c", "if (status == GUIDON_OK) {\n        count_events",
     "if (true) {\n        count_events"),
]


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, **more)


def build(tree, target):
    done = run(["cmake", "--build", "--preset", "fuzz", "--target",
                f"fuzz_{target}"], cwd=tree)
    if done.returncode != 0:
        sys.exit(done.stdout.decode())


def find(tree, target, seconds):
    """Seconds until the target fails; None if it does not."""
    with tempfile.TemporaryDirectory() as empty:
        began = time.monotonic()
        done = run([tree / f"build/fuzz/fuzz/fuzz_{target}",
                    f"-max_total_time={seconds}", "-max_len=300",
                    f"-artifact_prefix={empty}/", empty,
                    tree / "fuzz/corpus" / target])
    return time.monotonic() - began if done.returncode else None


def check():
    """Check that the text of each mutant stands exactly once in its file."""
    bad = [f"{file}: expected the text of '{name}' once, found it {n} times: {old}"
           for name, _, file, old, _ in MUTANTS
           if (n := (ROOT / file).read_text().count(old)) != 1]
    print("\n".join(bad), end="\n" if bad else "")
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    if args.check:
        return check()
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / "tree"
        shutil.copytree(ROOT, tree,
                        ignore=shutil.ignore_patterns("build", ".git"))
        run(["cmake", "--preset", "fuzz",
             "-DCMAKE_COMPILE_WARNING_AS_ERROR=OFF"], cwd=tree)
        for name, target, file, old, new in MUTANTS:
            if args.names and name not in args.names:
                continue
            path = tree / file
            source = path.read_text()
            path.write_text(source.replace(old, new, 1))
            build(tree, target)
            after = find(tree, target, args.seconds)
            path.write_text(source)
            missed += after is None
            result = "not found" if after is None else f"{after:.1f} s"
            print(f"{target:<10} {name}: {result}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
