# SPDX-License-Identifier: MIT
"""Models of pydantic, and a service of FastAPI, with ids of guidon."""

import json
import uuid
from typing import Annotated, Optional

import guidon
import pytest

pydantic = pytest.importorskip("pydantic")
import guidon.pydantic  # noqa: E402
from guidon.pydantic import TypeIDStr, ULIDStr  # noqa: E402

ULID_TEXT = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
TYPEID_TEXT = "user_01h455vb4pex5vsknk084sn02q"


class Order(pydantic.BaseModel):
    id: guidon.ULID
    key: pydantic.UUID7
    owner: Annotated[guidon.TypeID, guidon.TypeIDPrefix("user")]
    note: ULIDStr
    label: TypeIDStr
    more: list[guidon.ULID] = []
    before: Optional[ULIDStr] = None


def new_order(**changes):
    return Order(
        **{
            "id": guidon.ulid(),
            "key": guidon.uuid7(),
            "owner": guidon.typeid("user"),
            "note": guidon.ulid_str(),
            "label": TYPEID_TEXT,
            **changes,
        }
    )


def test_a_model_survives_json():
    order = new_order(more=[guidon.ulid()])
    again = Order.model_validate_json(order.model_dump_json())
    assert again == order
    assert type(again.id) is guidon.ULID and type(again.key) is uuid.UUID
    assert json.loads(order.model_dump_json())["id"] == str(order.id)
    assert order.model_dump()["id"] is order.id


def test_types_of_pydantic_accept_the_uuids_of_each_version():
    for number in [1, 3, 4, 5, 6, 7, 8]:
        maker = getattr(guidon, f"uuid{number}")
        made = maker(uuid.NAMESPACE_DNS, "a") if number in (3, 5) else maker()
        type_ = getattr(pydantic, f"UUID{number}")
        assert pydantic.TypeAdapter(type_).validate_python(made) is made
        assert pydantic.TypeAdapter(uuid.UUID).validate_python(made, strict=True) is made


@pytest.mark.parametrize(
    "text, canonical", [(ULID_TEXT, ULID_TEXT), (ULID_TEXT.lower(), ULID_TEXT)]
)
def test_a_ulid_str_is_canonical(text, canonical):
    order = new_order(note=text)
    assert type(order.note) is str and order.note == canonical


@pytest.mark.parametrize(
    "type_, value",
    [
        (ULIDStr, "x"),
        (ULIDStr, 7),
        (ULIDStr, None),
        (ULIDStr, "8" + "Z" * 25),
        (ULIDStr, str(uuid.UUID(int=0))),
        (TypeIDStr, ULID_TEXT),
        (TypeIDStr, "User_x"),
        (TypeIDStr, b"x"),
    ],
)
def test_a_wrong_text_is_a_validation_error(type_, value):
    with pytest.raises(pydantic.ValidationError):
        pydantic.TypeAdapter(type_).validate_python(value)


@pytest.mark.parametrize("type_, class_", [(ULIDStr, guidon.ULID), (TypeIDStr, guidon.TypeID)])
@pytest.mark.parametrize("mode", ["validation", "serialization"])
def test_the_json_schema_of_a_text_is_that_of_its_class(type_, class_, mode):
    schema = pydantic.TypeAdapter(type_).json_schema(mode=mode)
    assert schema == pydantic.TypeAdapter(class_).json_schema(mode=mode)
    assert schema["type"] == "string"


def test_a_service_of_fastapi_reads_and_writes_ids():
    fastapi = pytest.importorskip("fastapi")
    testclient = pytest.importorskip("fastapi.testclient")
    app = fastapi.FastAPI()

    @app.get("/orders/{key}")
    def read(key: guidon.ULID, token: uuid.UUID) -> Order:
        return new_order(id=key, key=token)

    client = testclient.TestClient(app)
    token = guidon.uuid7()
    done = client.get(f"/orders/{ULID_TEXT}", params={"token": token})
    assert (done.status_code, done.json()["id"]) == (200, ULID_TEXT)
    assert done.json()["key"] == str(token)
    assert client.get("/orders/x", params={"token": token}).status_code == 422
    parameter = client.get("/openapi.json").json()["paths"]["/orders/{key}"]["get"]["parameters"][0]
    assert parameter["schema"]["format"] == "ulid"
