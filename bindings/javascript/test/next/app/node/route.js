// SPDX-License-Identifier: MIT
// route.js - makes ids and reads the one of the query, in the runtime "nodejs".
import { parse, ulid, v7 } from "guidon";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export function GET(request) {
    const text = new URL(request.url).searchParams.get("id");
    return Response.json({ v7: v7(), ulid: ulid(), id: parse(text, { as: "uuid" }) });
}
