// SPDX-License-Identifier: MIT
// middleware.js - gives each answer an id, and the id of the query as canonical text and as an
// alias.
import { AliasMap, parse, v7 } from "guidon";
import { NextResponse } from "next/server";

export function middleware(request) {
    const answer = NextResponse.next();
    answer.headers.set("x-v7", v7());
    const id = parse(request.nextUrl.searchParams.get("id"), { as: "uuid", forms: "base58" });
    answer.headers.set("x-id", id);
    answer.headers.set("x-alias", new AliasMap().alias(id));
    return answer;
}
