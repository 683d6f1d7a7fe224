# SPDX-License-Identifier: MIT
"""The program of docs/guides/rotate-keys.md moves a table to a new key while others use it."""

import pathlib
import random
import re
import threading

import guidon
import pytest

GUIDE = pathlib.Path(__file__).resolve().parents[3] / "docs/guides/rotate-keys.md"
if not GUIDE.exists():
    pytest.skip("the guide is in the repository", allow_module_level=True)
PROGRAM = "".join(re.findall(r"^```python\n(.*?)^```", GUIDE.read_text(), re.M | re.S))
ROWS = 100_000
OLD, NEW = f"1 {1:064x}\n", f"2 {2:064x}\n"


class Table:
    """A table of the guide's program, whose row `number` hides ids[number]."""

    def __init__(self, path):
        self.path = path
        self.program = {}
        exec(compile(PROGRAM, str(GUIDE), "exec"), self.program)
        self.ids = guidon.uuids_of(guidon.new_many(ROWS, "v7"))
        self.faults = []
        self.done = threading.Event()

    def open(self):
        return self.program["open_table"](self.path)

    def fill(self, ring):
        hidden = guidon.encrypt_many([one.bytes for one in self.ids], ring[ring.current])
        table = self.open()
        with table:
            table.executemany(
                "INSERT INTO orders VALUES (?, ?, ?)",
                ((i, ring.current, hidden[16 * i : 16 * i + 16]) for i in range(ROWS)),
            )
        table.close()

    def check(self, table, ring, number):
        """Is the id of the row that of before? The row is read once, in one statement."""
        row = table.execute(
            "SELECT key_number, hidden FROM orders WHERE number = ?", (number,)
        ).fetchone()
        assert self.program["show"](ring, *row) == self.ids[number], number
        return row[0]

    def read(self, ring, seed):
        """Read rows by a ring with both keys, until the table is moved."""
        draw, table = random.Random(seed), self.open()
        try:
            while not self.done.is_set():
                self.check(table, ring, draw.randrange(ROWS))
        except Exception as fault:
            self.faults.append(fault)
        table.close()

    def add(self, ring):
        """Add rows by the ring of step 1, in which the old key is still current."""
        table = self.open()
        try:
            for _ in range(200):
                self.ids.append(guidon.uuid7())
                with table:
                    table.execute(
                        "INSERT INTO orders VALUES (?, ?, ?)",
                        (len(self.ids) - 1, *self.program["hide"](ring, self.ids[-1])),
                    )
        except Exception as fault:
            self.faults.append(fault)
        table.close()


def test_a_table_gets_a_new_key_while_others_read_and_write(tmp_path):
    first, second, last = (guidon.KeyRing(text) for text in (OLD + NEW, NEW + OLD, NEW))
    orders = Table(tmp_path / "orders.db")
    orders.fill(guidon.KeyRing(OLD))
    readers = [threading.Thread(target=orders.read, args=(first, seed)) for seed in (1, 2)]
    writer = threading.Thread(target=orders.add, args=(first,))
    for one in [*readers, writer]:
        one.start()
    table = orders.open()
    orders.program["move_all"](table, second)
    writer.join()
    orders.program["move_all"](table, second)  # what the writer added behind the first
    orders.done.set()
    for one in readers:
        one.join()
    assert orders.faults == []
    assert len(orders.ids) == ROWS + 200
    numbers = {orders.check(table, last, number) for number in range(len(orders.ids))}
    assert numbers == {2}
    table.close()


def test_each_batch_finds_its_rows_by_the_index(tmp_path):
    table = Table(tmp_path / "orders.db").open()
    queries = re.findall(r'"(SELECT .*?)"', PROGRAM)
    assert len(queries) == 2
    for query in queries:
        plan = table.execute(f"EXPLAIN QUERY PLAN {query}", (1,) * query.count("?")).fetchall()
        assert [line[3].split()[0] for line in plan] == ["SEARCH"], plan
    table.close()


def test_keys_of_several_old_numbers(tmp_path):
    ring = guidon.KeyRing(NEW + f"0 {3:064x}\n" + OLD + f"65535 {4:064x}\n")
    orders = Table(tmp_path / "orders.db")
    orders.ids = orders.ids[:40]
    table = orders.open()
    for number, one in enumerate(orders.ids):
        key_number = [0, 1, 2, 65535][number % 4]
        hidden = guidon.encrypt(one, ring[key_number]).bytes
        table.execute("INSERT INTO orders VALUES (?, ?, ?)", (number, key_number, hidden))
    table.commit()
    orders.program["move_all"](table, ring)
    assert {orders.check(table, ring, number) for number in range(40)} == {2}
    table.close()


def test_a_row_that_changed_meanwhile_stays(tmp_path):
    """Somebody else moved the row between the statements of move_some."""
    ring = guidon.KeyRing(NEW + OLD)
    orders = Table(tmp_path / "orders.db")
    orders.ids = orders.ids[:1]
    table = orders.open()
    table.execute(
        "INSERT INTO orders VALUES (0, 1, ?)", (bytes(6) + b"\x80" + bytes(1) + b"\x80" + bytes(7),)
    )
    table.commit()
    other = orders.open()
    decrypt = guidon.decrypt

    def between(*arguments):
        with other:
            other.execute(
                "UPDATE orders SET key_number = ?, hidden = ?",
                orders.program["hide"](ring, orders.ids[0]),
            )
        return decrypt(*arguments)

    orders.program["show"].__globals__["guidon"] = type(
        "Between", (), {"decrypt": staticmethod(between), "encrypt": staticmethod(guidon.encrypt)}
    )
    assert orders.program["move_some"](table, ring, 1) == 1
    orders.program["guidon"] = guidon
    assert orders.check(table, ring, 0) == 2
    table.close()
    other.close()
