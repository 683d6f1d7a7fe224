# SPDX-License-Identifier: MIT
"""Tests the benchmark's calculations with hand-written results; no other library
is needed."""

import hashlib
import json
import pathlib
import sys
import tempfile
import unittest
import uuid

BENCH = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(BENCH))

from driver import (adapters, catalogue, chart, proof, results,  # noqa: E402
                    scale, table, together, tool)


def line(operation, library, mode, *ns, **more):
    return {"operation": operation, "library": library, "version": "1.2",
            "language": "C", "mode": mode, "note": "", "ns": list(ns), **more}


def sample():
    found = results.Results({"run": {"date": "a day"}})
    for one in (line("v4", "Guidon", "one", 2.0, 9.0),
                line("v4", "Guidon", "one", 2.0, 2.5, 2.0),  # later repetitions
                line("v4", "Guidon", "many", 1.0),
                line("v4", "Guidon", "threads", 4.0),
                line("v4", "peer", "one", 20.0, 10.0, 30.0, note="weak"),
                line("v4", "peer", "threads", 12.0),
                line("aes256ctr", "limit", "limit", 0.5),
                line("v7", "Guidon", "one", 20.0),
                line("v7", "Guidon", "many", 1.0),
                line("rdtsc", "limit", "limit", 10.0),
                line("v5", "peer|<two>", "one", 16400.0)):
        found.add(one)
    found.missing.append(("Rust", "uuid, ulid", "cargo not installed"))
    return found


class Sums(unittest.TestCase):
    def rows(self, operation="v4"):
        for one, lines in table.sections(sample()):
            if one.name == operation:
                return {row.label: row for row in lines}
        return self.fail(f"no section {operation}")

    def test_median_is_of_all_repetitions(self):
        self.assertEqual(self.rows()["Guidon"].ns, "2.00")
        self.assertEqual(self.rows()["peer"].ns, "20.0")

    def test_ratio_is_to_guidons_single_call(self):
        rows = self.rows()
        self.assertEqual(rows["Guidon"].to_guidon, "1.00")
        self.assertEqual(rows["peer"].to_guidon, "10.0")
        self.assertEqual(rows["Guidon, many at once"].to_guidon, "0.50")

    def test_two_threads_are_set_against_two_threads(self):
        rows = self.rows()
        self.assertEqual(rows["Guidon, two threads"].to_guidon, "1.00")
        self.assertEqual(rows["peer, two threads"].to_guidon, "3.00")

    def test_ratio_to_the_limit(self):
        rows = self.rows()
        self.assertEqual(rows["Guidon"].to_limit, "4.00")
        self.assertEqual(rows["peer"].to_limit, "40.0")
        limit = rows["AES-256-CTR of 16 bytes (libcrypto)"]
        self.assertEqual((limit.to_limit, limit.language), ("1.00", "limit"))

    def test_many_have_a_limit_of_their_own(self):
        rows = self.rows("v7")
        self.assertEqual(rows["Guidon"].to_limit, "2.00")  # of rdtsc
        self.assertEqual(rows["Guidon, many at once"].to_limit, "2.00")

    def test_spread_is_between_quartiles(self):
        rows = self.rows()
        self.assertEqual(rows["peer"].spread, "50 %")  # 15 .. 25 of 20
        self.assertEqual(rows["Guidon"].spread, "25 %")  # 2 .. 2.5 of 2
        self.assertEqual(rows["peer, two threads"].spread, "")  # one sample

    def test_without_guidon_there_is_no_ratio(self):
        row = self.rows("v5")["peer|<two>"]
        self.assertEqual((row.to_guidon, row.to_limit), ("", ""))

    def test_fastest_first_within_a_mode(self):
        labels = list(self.rows())
        self.assertLess(labels.index("Guidon"), labels.index("peer"))
        self.assertLess(labels.index("peer"),
                        labels.index("Guidon, many at once"))

    def test_numbers_have_three_digits(self):
        for value, text in ((0.0342, "0.034"), (0.649, "0.65"), (9.996, "10.0"),
                            (99.96, "100"), (234.5, "234"), (16432, "16 400"),
                            (None, "")):
            self.assertEqual(table.number(value), text)


class Shown(unittest.TestCase):
    def test_terminal_names_what_was_not_measured(self):
        text = table.terminal(sample())
        self.assertIn("Rust: uuid, ulid: not measured: cargo not installed",
                      text)
        self.assertIn("weak", text)

    def test_lines_of_figures_are_aligned(self):
        lines = [text for text in table.terminal(sample()).splitlines()
                 if " C   " in text]
        ends = {text.rstrip().find(" C  ") for text in lines}
        self.assertEqual(len(lines), 8)
        self.assertEqual(len(ends), 1)

    def test_markdown_escapes_and_has_every_row(self):
        text = table.markdown(sample(), "chart.svg")
        self.assertIn("peer\\|<two>", text)
        self.assertIn("| Rust: uuid, ulid | not measured | cargo not installed",
                      text)
        self.assertIn("![", text)

    def test_other_forms_share_two_tables(self):
        found = results.Results()
        for form, ns in (("hex", 2.0), ("urn", 3.0)):
            found.add(line(f"read_{form}", "Guidon", "one", ns))
            found.add(line(f"read_{form}", "peer", "one", 4 * ns))
        text = table.markdown(found)
        self.assertEqual(text.count("## Other forms, read"), 1)
        self.assertNotIn("Other forms, written", text)
        self.assertIn("| urn | peer | C | 12.0 |  | 4.00 |", text)

    def test_two_processes_are_set_against_two_threads(self):
        found = sample()
        found.add(line("v4", "Guidon (host scope)", "processes", 6.0))
        self.assertIn("| **Guidon (host scope), two processes** | C | 6.00 |  "
                      "| 1.50 |", table.markdown(found))

    def test_json_comes_back_the_same(self):
        once = sample().to_json()
        again = results.Results.from_json(once)
        self.assertEqual(again.to_json(), once)
        self.assertEqual(table.terminal(again), table.terminal(sample()))

    def test_chart_is_xml(self):
        import xml.etree.ElementTree as etree
        root = etree.fromstring(chart.svg(sample()))
        words = " ".join(root.itertext())
        self.assertIn("peer|<two>", words)
        self.assertIn("new version 4", words)


class Growth(unittest.TestCase):
    def test_rows(self):
        found = scale.Scale()
        for library, n, threads, *ns in (("Guidon", 10, 1, 4.0, 8.0, 6.0),
                                         ("Guidon", 10, 2, 12.0),
                                         ("memcpy", 10, 1, 3.0),
                                         ("Guidon", 1, 1, 5.0)):
            found.add({"operation": "op", "library": library, "n": n,
                       "threads": threads, "ns": ns})
        found.add({"n": 1000, "skipped": "no memory"})
        self.assertEqual(list(found.rows()), [("op", 1, 5.0, None, None),
                                              ("op", 10, 6.0, 12.0, 3.0)])
        text = found.text()
        self.assertRegex(text, r"10 +6\.00 +12\.0 +3\.00 +2\.00\n")
        self.assertIn("n = 1000: not measured: no memory", text)


class Together(unittest.TestCase):
    def test_ratio_is_the_median_over_rounds(self):
        """The machine became three times slower in the last round."""
        found = together.Together([
            together.Contender("v4", "peer", "2", [4.0, 6.0, 30.0]),
            together.Contender("v4", "Guidon", "1", [4.0, 4.0, 12.0])],
            {"uuid": "cargo not installed"})
        self.assertEqual([(one.library, ns, ratio) for _, one, ns, ratio, _
                          in found.rows()],
                         [("Guidon", 4.0, 1.0), ("peer", 6.0, 1.5)])
        self.assertRegex(found.text(), r"peer 2 +6\.00 +1\.50 +50 %\n")
        self.assertIn("uuid: not measured: cargo", found.text())


class WholeTool(unittest.TestCase):
    def test_words_of_a_command(self):
        found = tool.Command("find", ("rg", "-o", tool.UUID, "/a/log.txt"), 1,
                             stdin="/a/few.txt")
        self.assertEqual(found.name, "rg -o UUID LOG < FEW")

    def test_text(self):
        guidon = tool.Command("make", ("/a/guidon", "new"), 1000, "pipe")
        guidon.seconds = [0.002, 0.001, 0.003]
        peer = tool.Command("make", ("uuid", "/b/lines.txt"), 100)
        peer.seconds = [0.004]
        text = tool.Tool([guidon, peer], {"uuidgen": "not installed"}).text()
        self.assertRegex(text, r"guidon new \| cat +2\.00 +50 % +2 000"
                               r" +0\.50 +1\.00\n")
        self.assertRegex(text, r"uuid FILE +4\.00 +40 000 +0\.025 +20\.0\n")
        self.assertIn("uuidgen: not measured: not installed", text)


class Chosen(unittest.TestCase):
    def test_words_in_any_case(self):
        chosen = catalogue.wanted("RUST,Text")
        self.assertEqual(chosen.languages, {"Rust"})
        self.assertEqual(chosen.operations, ("uuid_format", "uuid_parse",
                                             "ulid_format", "ulid_parse"))
        self.assertIn("copy_ids", chosen.names())
        self.assertNotIn("sha1", chosen.names())

    def test_nothing_named_is_everything(self):
        self.assertEqual(len(catalogue.wanted("").operations),
                         len(catalogue.OPERATIONS))
        self.assertEqual(catalogue.wanted("v7").languages,
                         set(catalogue.LANGUAGES))

    def test_unknown_word(self):
        with self.assertRaisesRegex(ValueError, "^cobol$"):
            catalogue.wanted("rust,cobol")


REFERENCE = """\
namespace\t6ba7b8109dad11d180b400c04fd430c8
id\t{0}\t{1}\t{2}\twww.example.com\t5df418813aed351588a72f4a814cf09e\t\
2ed6657de927568b95e12665a8aea6a2
wrong\tuuid\tx
wrong\tulid\ty
""".format("017f22e279b07cc398c4dc0c0c07398f",
           "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "01FWHE4YDGFK1SHH6W1G60EECF")
V7_TIME = 0x017F22E279B0 / 1000


class Proved(unittest.TestCase):
    def faults(self, operation, *out, **more):
        case = {"operation": operation, "mode": "one", "out": list(out), **more}
        reference = proof.Reference(REFERENCE)
        reference.hexes *= len(out)  # as many ids as the case gives
        return proof.case_faults(case, reference, V7_TIME, V7_TIME)

    def test_reference_agrees_with_python(self):
        self.assertEqual(proof.Reference(REFERENCE).faults(), [])
        wrong = proof.Reference(REFERENCE.replace("a8aea6a2", "a8aea6a3"))
        self.assertEqual(len(wrong.faults()), 1)

    def test_texts(self):
        text = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
        self.assertEqual(self.faults("uuid_format", text), [])
        self.assertTrue(self.faults("uuid_format", text.upper()))

    def test_version_and_variant(self):
        good = "017f22e279b07cc398c4dc0c0c07398f"
        self.assertEqual(self.faults("v7", good), [])
        self.assertTrue(self.faults("v4", good))
        self.assertTrue(self.faults("v7", good[:16] + "c" + good[17:]))
        self.assertTrue(self.faults("v8_node", good))
        self.assertEqual(self.faults("v8_node", good[:12] + "8" + good[13:]), [])
        append = "fffff17f22e2879ba00000189abcdef0"  # of tests/vectors/prefixed.json
        self.assertEqual(self.faults("v8_append", append), [])
        self.assertTrue(self.faults("v8_append", append.replace("f22e2", "f33e2")))

    def test_time(self):
        self.assertTrue(self.faults("v7", "017f22e2a9b07cc398c4dc0c0c07398f"))
        for version in (1, 6):
            ticks = int(V7_TIME * 1e7) + proof.GREGORIAN
            if version == 1:
                fields = (ticks & 0xFFFFFFFF, ticks >> 32 & 0xFFFF,
                          ticks >> 48 | 0x1000, 0x80, 0, 0)
            else:
                fields = (ticks >> 28, ticks >> 12 & 0xFFFF,
                          ticks & 0xFFF | 0x6000, 0x80, 0, 0)
            one = uuid.UUID(fields=fields).hex
            self.assertEqual(self.faults(f"v{version}", one), [])

    def test_forms_are_those_of_the_vectors(self):
        rows = json.loads((BENCH.parent / "tests/vectors/text.json")
                          .read_text())["texts"]
        self.assertEqual(set(proof.FORMS), set(catalogue.FORMS))
        self.assertEqual(set(proof.TEXTS), set(catalogue.TEXTS))
        for row in rows:
            raw = bytes.fromhex(row["octets"])
            for form, write in proof.FORMS.items():
                if form in row:
                    self.assertEqual(write(raw), row[form], form)

    def test_ids_with_a_key(self):
        v7 = "017f22e279b07cc398c4dc0c0c07398f"
        for operation in ("unmask", "decrypt"):
            self.assertEqual(self.faults(operation, v7), [])
        for operation, version in (("derive", 7), ("mask", 4), ("encrypt", 8)):
            made = proof.OWN[operation](v7, "www.example.com")
            self.assertEqual(uuid.UUID(bytes=made).version, version)
            self.assertEqual(self.faults(operation, made.hex()), [])
            self.assertTrue(self.faults(operation, v7))

    def test_order_and_repeats(self):
        low, high = (f"017f22e279b07cc398c4dc0c0c07398{end}" for end in "ef")
        self.assertEqual(self.faults("v7", low, high, ordered=True), [])
        self.assertTrue(self.faults("v7", high, low, ordered=True))
        self.assertEqual(self.faults("v7", high, low), [])
        self.assertTrue(self.faults("v7", low, low))

    def test_too_few(self):
        case = {"operation": "v4", "mode": "one", "out": []}
        self.assertTrue(proof.case_faults(case, proof.Reference(REFERENCE),
                                          0, 0))
        case = {"operation": "v4", "mode": "one"}
        self.assertTrue(proof.case_faults(case, proof.Reference(REFERENCE),
                                          0, 0))

    def test_verdict(self):
        self.assertEqual(proof.verdict({}, []), ("", False))
        self.assertEqual(proof.verdict({}, ["bad"]), ("WRONG: bad", True))
        self.assertEqual(proof.verdict({"fault": "known"}, ["bad"]),
                         ("known", False))
        self.assertTrue(proof.verdict({"fault": "known"}, [])[1])

    def test_leniency(self):
        case = {"operation": "uuid_parse", "accepts": [0]}
        self.assertEqual(proof.leniency(case, proof.Reference(REFERENCE)),
                         "accepts 1 of 1 wrong texts")

    def test_jars(self):
        digest = hashlib.sha256(b"jar").hexdigest()
        for why, jars, passes in (
                ("the jar", {"a.jar": b"jar"}, True),
                ("another jar of its name", {"a.jar": b"other"}, False),
                ("no jar", {}, False),
                ("one more", {"a.jar": b"jar", "b.jar": b"jar"}, False)):
            with self.subTest(why), tempfile.TemporaryDirectory() as name:
                home = pathlib.Path(name)
                (home / "target/dependency").mkdir(parents=True)
                (home / "checksums.txt").write_text(f"# about\n{digest}  a.jar\n")
                for jar, content in jars.items():
                    (home / "target/dependency" / jar).write_bytes(content)
                if passes:
                    self.assertEqual(len(adapters.check_jars(home)), 1)
                else:
                    with self.assertRaises(adapters.Unavailable):
                        adapters.check_jars(home)


if __name__ == "__main__":
    unittest.main()
