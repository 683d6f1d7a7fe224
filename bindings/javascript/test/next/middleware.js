// SPDX-License-Identifier: MIT
// middleware.js - gives each answer an id, and the id of the query as canonical text.
import { parse, v7 } from "guidon";
import { NextResponse } from "next/server";

export function middleware(request) {
    const answer = NextResponse.next();
    answer.headers.set("x-v7", v7());
    answer.headers.set("x-id", parse(request.nextUrl.searchParams.get("id"), { as: "uuid" }));
    return answer;
}
