// SPDX-License-Identifier: MIT
// worker.js - makes ids, reads the one of the query and gives it an alias.
import { AliasMap, parse, ulid, v7 } from "guidon";

export default {
    fetch(request) {
        const text = new URL(request.url).searchParams.get("id");
        const id = parse(text, { as: "uuid", forms: "base58" });
        const alias = new AliasMap().alias(id);
        return Response.json({ v7: v7(), ulid: ulid(), id, alias });
    },
};
