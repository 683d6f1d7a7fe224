// SPDX-License-Identifier: MIT
// The types from CommonJS.
import guidon = require("guidon");
import ulid = require("guidon/ulid");
import uuid = require("guidon/uuid");

const texts: string[] = [guidon.v7(), ulid.ulid(), uuid.v7()];
const bytes: Uint8Array = guidon.parse(guidon.convert(guidon.v7(), "base58"), { forms: "base58" });

export = { texts, bytes };
