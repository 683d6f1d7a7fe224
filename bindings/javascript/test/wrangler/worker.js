// SPDX-License-Identifier: MIT
// worker.js - makes ids and reads the one of the query.
import { parse, ulid, v7 } from "guidon";

export default {
    fetch(request) {
        const text = new URL(request.url).searchParams.get("id");
        return Response.json({ v7: v7(), ulid: ulid(), id: parse(text, { as: "uuid" }) });
    },
};
