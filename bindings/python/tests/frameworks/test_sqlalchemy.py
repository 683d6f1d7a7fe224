# SPDX-License-Identifier: MIT
"""SQLAlchemy programs whose keys come from guidon."""

import pathlib
import pickle
import subprocess
import sys
import uuid
from typing import Optional

import guidon
import pytest

sa = pytest.importorskip("sqlalchemy")
import guidon.sqlalchemy  # noqa: E402
from sqlalchemy import orm  # noqa: E402
from sqlalchemy.dialects import postgresql, sqlite  # noqa: E402
from sqlalchemy.schema import CreateTable  # noqa: E402

WORKERS = pathlib.Path(__file__).with_name("sqlalchemy_workers.py")


class Base(orm.DeclarativeBase):
    pass


class Event(Base):
    __tablename__ = "event"
    id: orm.Mapped[uuid.UUID] = orm.mapped_column(primary_key=True, default=guidon.uuid7)
    number: orm.Mapped[int]


class Order(Base):
    __tablename__ = "orders"
    id: orm.Mapped[guidon.ULID] = orm.mapped_column(
        guidon.sqlalchemy.ULID, primary_key=True, default=guidon.ulid
    )
    number: orm.Mapped[int]
    before: orm.Mapped[Optional[guidon.ULID]] = orm.mapped_column(
        guidon.sqlalchemy.ULID, sa.ForeignKey("orders.id")
    )


class User(Base):
    __tablename__ = "user"
    id: orm.Mapped[guidon.TypeID] = orm.mapped_column(
        guidon.sqlalchemy.TypeID("user"), primary_key=True, default=lambda: guidon.typeid("user")
    )
    number: orm.Mapped[int]


MODELS = [Event, Order, User]


@pytest.fixture
def engine():
    engine = sa.create_engine("sqlite://")
    Base.metadata.create_all(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def session(engine):
    with orm.Session(engine) as session:
        yield session


def add_all(session, model, count):
    session.add_all([model(number=i) for i in range(count)])


def insert_rows(session, model, count):
    session.execute(sa.insert(model), [{"number": i} for i in range(count)])


def insert_values(session, model, count):
    session.execute(sa.insert(model.__table__).values([{"number": i} for i in range(count)]))


def bulk_save(session, model, count):
    session.bulk_insert_mappings(model, [{"number": i} for i in range(count)])


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("write", [add_all, insert_rows, insert_values, bulk_save])
def test_rows_sort_by_key_in_the_order_of_insertion(session, model, write):
    write(session, model, 1000)
    session.commit()
    numbers = session.scalars(sa.select(model.number).order_by(model.id)).all()
    assert numbers == list(range(1000))


@pytest.mark.parametrize(
    "model, type_, version",
    [(Event, uuid.UUID, 7), (Order, guidon.ULID, None), (User, guidon.TypeID, None)],
)
def test_a_key_comes_back_as_it_went_in(session, model, type_, version):
    row = model(number=1)
    session.add(row)
    session.commit()
    key = row.id
    session.expunge_all()
    again = session.get(model, key)
    assert type(again.id) is type_ and again.id == key
    assert version is None or again.id.version == version
    assert str(again.id) == str(key)


@pytest.mark.parametrize(
    "maker", [guidon.uuid1, guidon.uuid4, guidon.uuid6, guidon.uuid7, guidon.ulid]
)
def test_a_maker_is_a_default_that_gets_no_argument(maker):
    # SQLAlchemy passes its context to a callable that takes an argument. uuid1 would
    # read that as a node.
    default = sa.Column("id", default=maker).default
    assert default.is_callable
    assert type(default.arg(object())) is type(maker())


def test_values_are_read_as_ulids_uuids_and_texts(session):
    row = Order(number=1)
    row.id = guidon.ulid()
    session.add(row)
    session.flush()
    for value in [row.id, str(row.id), str(row.id).lower(), row.id.uuid]:
        assert session.scalar(sa.select(Order.number).where(Order.id == value)) == 1
        assert session.scalar(sa.select(Order.number).where(Order.id.in_([value]))) == 1
    assert session.scalar(sa.select(Order.number).where(Order.before.is_(None))) == 1
    assert session.scalar(sa.select(Order.number).where(Order.id > row.id)) is None
    assert session.scalar(sa.select(Order.before)) is None


def test_values_are_read_as_typeids_texts_and_uuids(session):
    row = User(number=1)
    session.add(row)
    session.flush()
    for value in [row.id, str(row.id), row.id.uuid]:
        assert session.scalar(sa.select(User.number).where(User.id == value)) == 1


@pytest.mark.parametrize(
    "column, value, reason",
    [
        (Order.id, "x", "'x'"),
        (Order.id, 7, "int"),
        (User.id, "team_01h455vb4pex5vsknk084sn02q", "the prefix is 'team' (expected 'user')"),
        (User.id, "user_x", "'user_x'"),
    ],
)
def test_a_wrong_value_is_a_statement_error_with_the_reason(session, column, value, reason):
    with pytest.raises(sa.exc.StatementError) as error:
        session.execute(sa.select(column).where(column == value))
    assert reason in str(error.value.orig)


def test_an_annotation_alone_makes_a_column_of_ulids():
    class Own(orm.DeclarativeBase):
        type_annotation_map = {guidon.ULID: guidon.sqlalchemy.ULID}

    class Item(Own):
        __tablename__ = "item"
        id: orm.Mapped[guidon.ULID] = orm.mapped_column(primary_key=True)
        before: orm.Mapped[Optional[guidon.ULID]]

    columns = Item.__table__.c
    for column, null in [(columns.id, False), (columns.before, True)]:
        assert type(column.type) is guidon.sqlalchemy.ULID
        assert column.nullable is null


def test_a_wrong_prefix_fails_where_the_type_is_made():
    with pytest.raises(ValueError):
        guidon.sqlalchemy.TypeID("User")


def test_types_of_two_prefixes_do_not_share_a_cached_statement(session):
    user = guidon.typeid("user")
    team = guidon.TypeID.from_uuid(user.uuid, "team")
    for typeid in [user, team]:
        type_ = guidon.sqlalchemy.TypeID(typeid.prefix)
        found = session.scalar(sa.select(sa.literal(typeid, type_)))
        assert found == typeid and found.prefix == typeid.prefix


@pytest.mark.parametrize(
    "dialect, column", [(sqlite.dialect(), "CHAR(32)"), (postgresql.dialect(), "UUID")]
)
def test_the_column_is_that_of_a_uuid(dialect, column):
    for model in MODELS:
        assert f"id {column} NOT NULL" in str(CreateTable(model.__table__).compile(dialect=dialect))


def test_a_literal_is_written_as_the_uuid():
    made = guidon.ulid()
    text = str(
        sa.select(Order.id)
        .where(Order.id == made)
        .compile(dialect=postgresql.dialect(), compile_kwargs={"literal_binds": True})
    )
    assert f"'{made.uuid}'" in text


def test_rows_can_be_pickled(session):
    row = Order(number=1)
    session.add(row)
    session.commit()
    key = row.id
    assert pickle.loads(pickle.dumps(row)).id == key


# ------------------------------------------------------------------------ Alembic


def migration(engine, metadata):
    """The code that Alembic writes to change a database, and its imports."""
    api = pytest.importorskip("alembic.autogenerate.api")
    from alembic.migration import MigrationContext

    context = MigrationContext.configure(engine.connect())
    changes = api.produce_migrations(context, metadata)
    return api.render_python_code(changes.upgrade_ops)


def test_alembic_writes_types_that_its_script_can_read():
    code = migration(sa.create_engine("sqlite://"), Base.metadata)
    assert "sa.Column('id', guidon.sqlalchemy.ULID(), nullable=False)" in code
    assert "sa.Column('id', guidon.sqlalchemy.TypeID('user'), nullable=False)" in code
    for made in [guidon.sqlalchemy.ULID(), guidon.sqlalchemy.TypeID("user")]:
        again = eval(f"guidon.sqlalchemy.{made!r}", {"guidon": guidon})
        assert repr(again) == repr(made)


def test_alembic_finds_nothing_to_change_in_a_new_database(engine):
    assert "op." not in migration(engine, Base.metadata)


# ------------------------------------------------------------------------- workers


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_workers_repeat_no_key_and_each_keeps_its_order(tmp_path, method):
    """The program makes ids before it starts its workers, as a server does that
    loads the application first."""
    done = subprocess.run(
        [sys.executable, WORKERS, method, tmp_path / "rows.sqlite3"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "4 workers: 4000 rows, 4000 keys, in order\n"
