# SPDX-License-Identifier: MIT
"""A Django project whose keys come from guidon."""

import datetime
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import uuid

import guidon
import pytest

pytest.importorskip("django")
PROJECT = pathlib.Path(__file__).with_name("django_project")


def manage(folder, *words):
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the project, its migrations written and run as a user does it."""
    folder = tmp_path_factory.mktemp("django") / "project"
    shutil.copytree(PROJECT, folder)
    for words in [("makemigrations", "shop"), ("migrate",)]:
        done = manage(folder, *words)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def models(project):
    """The models of the shop, in this process."""
    sys.path.insert(0, str(project))
    os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
    import django

    django.setup()
    import shop.models

    yield shop.models
    sys.path.remove(str(project))


@pytest.fixture
def shop(models):
    """The models, with empty tables."""
    yield models
    models.Customer.objects.all().delete()


def new_order(shop, **fields):
    return shop.Order.objects.create(customer=shop.Customer.objects.create(name="a"), **fields)


def test_a_migration_names_public_functions_and_classes(project):
    text = (project / "shop/migrations/0001_initial.py").read_text()
    assert "import guidon\n" in text
    assert "import guidon.django\n" in text
    assert "models.UUIDField(default=guidon.uuid7, " in text
    assert "guidon.django.ULIDField(default=guidon.ulid, " in text
    assert "_core" not in text


def test_a_second_makemigrations_finds_nothing_to_change(project):
    done = manage(project, "makemigrations", "--check", "--dry-run")
    assert (done.returncode, done.stdout) == (0, "No changes detected\n")


def test_patched_defaults_are_written_as_functions_of_guidon(project, tmp_path):
    folder = tmp_path / "project"
    shutil.copytree(PROJECT, folder)
    (folder / "shop/models.py").write_text(
        "import uuid\nfrom django.db import models\n"
        "class Customer(models.Model):\n"
        "    id = models.UUIDField(primary_key=True, default=uuid.uuid4)\n"
    )
    (folder / "shop/admin.py").unlink()
    program = folder / "manage.py"
    program.write_text("import guidon; guidon.patch()\n" + program.read_text())
    assert manage(folder, "makemigrations", "shop").returncode == 0
    text = (folder / "shop/migrations/0001_initial.py").read_text()
    assert "default=guidon.uuid4, " in text


def test_rows_sort_by_key_in_the_order_of_their_creation(shop):
    customers = [shop.Customer(name=str(i)) for i in range(500)]
    shop.Customer.objects.bulk_create(customers)
    found = shop.Customer.objects.order_by("id").values_list("id", "name")
    assert [name for _, name in found] == [str(i) for i in range(500)]
    assert all(type(key) is uuid.UUID and key.version == 7 for key, _ in found)
    owner = customers[0]
    orders = [shop.Order(customer=owner) for _ in range(500)]
    shop.Order.objects.bulk_create(orders)
    assert list(shop.Order.objects.order_by("id")) == orders


def test_a_ulid_comes_back_as_it_went_in(shop):
    order = new_order(shop, reference=guidon.ulid())
    again = shop.Order.objects.get(pk=order.pk)
    assert type(again.id) is guidon.ULID
    assert (again.id, again.reference) == (order.id, order.reference)
    assert shop.Line.objects.create(order=order, number=1).order_id == order.id
    line = shop.Line.objects.select_related("order").get(order_id=str(order.id))
    assert type(line.order_id) is guidon.ULID and line.order == order


def test_the_column_is_that_of_a_uuid(shop):
    from django.db import connection

    order = new_order(shop)
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM shop_order")
        assert cursor.fetchall() == [(order.id.uuid.hex,)]
    column = shop.Order._meta.get_field("id")
    assert column.db_type(connection) == "char(32)"


@pytest.mark.parametrize(
    "write", [str, lambda ulid: str(ulid).lower(), lambda ulid: ulid.uuid, lambda ulid: ulid]
)
def test_lookups_take_ulids_uuids_and_texts(shop, write):
    first, second, third = [new_order(shop).id for _ in range(3)]
    orders = shop.Order.objects
    key = write(second)
    assert orders.get(id=key).id == orders.get(id__iexact=key).id == second
    assert orders.get(id__gt=key).id == third
    assert orders.get(id__lt=key).id == first
    assert orders.filter(id__in=[key, write(first)]).count() == 2
    assert orders.filter(id__range=(write(first), key)).count() == 2
    assert orders.exclude(id=key).count() == 2
    assert orders.filter(reference=None).count() == 3
    assert orders.filter(reference__isnull=False).count() == 0


def test_a_range_of_time_is_a_range_of_keys(shop):
    day = datetime.timedelta(days=1)
    made = new_order(shop).id.datetime
    floor, orders = guidon.ULID.floor, shop.Order.objects
    for start, count in [(made - day, 1), (made, 1), (made + day, 0)]:
        assert orders.filter(id__gte=floor(start)).count() == count
        assert orders.filter(id__lt=floor(start)).count() == 1 - count


def test_the_query_of_the_guide_finds_the_keys_of_a_day(shop):
    guide = pathlib.Path(__file__).resolve().parents[4] / "docs/guides/from-python-uuid.md"
    if not guide.exists():
        pytest.skip("the guide is in the repository")
    (query,) = re.findall(r"^```py\n(.*?)^```", guide.read_text(), re.M | re.S)
    made = new_order(shop).id.datetime
    day = datetime.timedelta(days=1)
    names = {"Order": shop.Order, "guidon": guidon, "start": made, "end": made + day}
    assert eval(query, names).count() == 1
    assert eval(query, {**names, "start": made - day, "end": made}).count() == 0


@pytest.mark.parametrize("lookup", ["startswith", "contains", "iregex", "endswith"])
def test_a_lookup_of_a_part_of_the_text_is_refused(shop, lookup):
    from django.core.exceptions import FieldError

    with pytest.raises(FieldError, match=lookup):
        shop.Order.objects.filter(**{f"id__{lookup}": "01"}).count()


@pytest.mark.parametrize("value", ["", "x", "8" + "Z" * 25, 7, b"short", 1.5])
def test_a_value_that_is_no_ulid_is_a_validation_error(shop, value):
    from django.core.exceptions import ValidationError

    order = shop.Order(customer=shop.Customer(name="a"), reference=value)
    with pytest.raises(ValidationError) as error:
        order.clean_fields()
    if value != "":
        assert "is not a valid ULID" in str(error.value.message_dict["reference"])
    with pytest.raises(ValidationError):
        shop.Order.objects.filter(id=value).count()


def test_a_form_reads_and_shows_the_text(shop):
    from django.forms import modelform_factory

    form_class = modelform_factory(shop.Order, fields=["customer", "reference"])
    customer = shop.Customer.objects.create(name="a")
    made = guidon.ulid()
    form = form_class({"customer": customer.pk, "reference": f" {str(made).lower()} "})
    assert form.is_valid(), form.errors
    assert form.save().reference == made
    assert f'value="{made}"' in str(form_class(instance=form.instance)["reference"])
    empty = form_class({"customer": customer.pk, "reference": ""})
    assert empty.is_valid() and empty.save().reference is None
    wrong = form_class({"customer": customer.pk, "reference": "<b>"})
    assert wrong.errors["reference"] == ["Enter a valid ULID."]


def test_a_form_that_is_shown_again_has_not_changed(shop):
    from guidon.django import ULIDFormField

    made = guidon.ulid()
    assert not ULIDFormField().has_changed(made, str(made))
    assert ULIDFormField().has_changed(made, str(guidon.ulid()))


def test_dumpdata_and_loaddata_give_the_same_rows(shop, tmp_path):
    from django.core.management import call_command

    order = new_order(shop, reference=guidon.ulid())
    text = io.StringIO()
    call_command("dumpdata", "shop", stdout=text)
    row = next(row for row in json.loads(text.getvalue()) if row["model"] == "shop.order")
    assert row["pk"] == str(order.id)
    assert row["fields"]["reference"] == str(order.reference)
    shop.Customer.objects.all().delete()
    path = tmp_path / "rows.json"
    path.write_text(text.getvalue())
    call_command("loaddata", str(path), stdout=io.StringIO())
    assert shop.Order.objects.get().reference == order.reference


def test_the_admin_site_shows_changes_and_finds_an_order(shop):
    from django.contrib.auth.models import User
    from django.test import Client

    order = new_order(shop)
    User.objects.filter(username="root").delete()
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    address = f"/admin/shop/order/{order.id}/change/"
    assert str(order.id) in client.get("/admin/shop/order/").content.decode()
    assert address in client.get(f"/admin/shop/order/?q={order.id}").content.decode()
    made = guidon.ulid()
    done = client.post(address, {"customer": order.customer_id, "reference": made})
    assert done.status_code == 302
    assert shop.Order.objects.get().reference == made
    # A wrong address leads to the index, as it does for every other field.
    assert client.get("/admin/shop/order/x/change/").status_code == 302


def test_a_uuid_field_becomes_a_ulid_field_without_another_column(models):
    from django.db import connection
    from django.db import models as fields
    from guidon.django import ULIDField

    old, new = fields.UUIDField(null=True), ULIDField(null=True)
    assert old.db_parameters(connection) == new.db_parameters(connection)
