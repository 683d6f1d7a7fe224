// SPDX-License-Identifier: MIT
// route.js - makes ids, reads the one of the query and gives it an alias, in the runtime "edge".
import { AliasMap, parse, ulid, v7 } from "guidon";

export const runtime = "edge";
export const dynamic = "force-dynamic";

export function GET(request) {
    const text = new URL(request.url).searchParams.get("id");
    const id = parse(text, { as: "uuid", forms: "base58" });
    const alias = new AliasMap().alias(id);
    return Response.json({ v7: v7(), ulid: ulid(), id, alias });
}
