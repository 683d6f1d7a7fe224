# SPDX-License-Identifier: MIT
"""sqlalchemy_workers.py METHOD FILE: a pool of processes that insert rows.

METHOD is `fork` or `spawn`, FILE the SQLite database to write. Prints how many rows
and keys there are, and whether the keys of each worker sort as its rows.
"""

import multiprocessing
import sys
import uuid

import guidon
import sqlalchemy as sa
from sqlalchemy import orm

WORKERS, ROWS = 4, 1000


class Base(orm.DeclarativeBase):
    pass


class Row(Base):
    __tablename__ = "row"
    id: orm.Mapped[uuid.UUID] = orm.mapped_column(primary_key=True, default=guidon.uuid7)
    worker: orm.Mapped[int]
    number: orm.Mapped[int]


def engine_of(path):
    return sa.create_engine(f"sqlite:///{path}", connect_args={"timeout": 60})


def work(path, worker):
    engine = engine_of(path)
    for start in range(0, ROWS, 100):
        with orm.Session(engine) as session, session.begin():
            session.add_all([Row(worker=worker, number=i) for i in range(start, start + 100)])
    engine.dispose()


def main(method, path):
    engine = engine_of(path)
    Base.metadata.create_all(engine)
    engine.dispose()
    guidon.uuid7()
    context = multiprocessing.get_context(method)
    workers = [context.Process(target=work, args=(path, i)) for i in range(WORKERS)]
    for process in workers:
        process.start()
    for process in workers:
        process.join()
        if process.exitcode:
            sys.exit(f"a worker ended with {process.exitcode}")
    with orm.Session(engine) as session:
        rows = session.execute(sa.select(Row.id, Row.worker, Row.number).order_by(Row.id)).all()
    orders = [[row.number for row in rows if row.worker == i] for i in range(WORKERS)]
    in_order = all(order == list(range(ROWS)) for order in orders)
    print(
        f"{WORKERS} workers: {len(rows)} rows, {len({row.id for row in rows})} keys, "
        f"{'in order' if in_order else 'out of order'}"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
