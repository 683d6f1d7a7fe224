// SPDX-License-Identifier: MIT
// makers.js - makes and validates ids of the three entries, and needs one of the two modules.
import { many, timeOf, typeid, ulid, v5, v7, validate, NAMESPACE_DNS } from "guidon";
import { isValid } from "guidon/ulid";
import { validate as isUuid, version } from "guidon/uuid";

const ids = [...many("v7", 9), v5("example.org", NAMESPACE_DNS), v7()];
console.log(
    ids.every((id) => validate(id) && isUuid(id)),
    isValid(ulid()),
    timeOf(ids[0]) <= timeOf(ids[10]) && typeid("user").startsWith("user_"),
    version(ids[10]),
);
