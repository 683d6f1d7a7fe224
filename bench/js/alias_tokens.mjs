// SPDX-License-Identifier: MIT
// alias_tokens.mjs TOOL: how many tokens a log of 1,000 lines needs with its ids, and with the
// names of `guidon alias`. Two vocabularies come with the package gpt-tokenizer. Run `npm ci`
// in this folder first. The log and the counts are the same in every run.
import { execFileSync } from "node:child_process";
import { countTokens as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as o200k } from "gpt-tokenizer/encoding/o200k_base";

const LINES = 1000;
const [tool] = process.argv.slice(2);
const guidon = (words, input) =>
    execFileSync(tool, words, { input, encoding: "utf8", maxBuffer: 2 ** 24 });

/** The text of a log in which each order has three lines and each of 50 users many orders. */
function log() {
    const time = "2026-11-27T12:00:00Z";
    const made = (kind, n, ...more) =>
        guidon(["new", kind, "-n", String(n), "--seed", "1", ...more]).split("\n");
    const orders = made("v7", LINES, "--at", time);
    const users = made("v4", 50);
    const what = [
        (order, user) => `order ${order} placed by ${user}`,
        (order) => `order ${order} paid`,
        (order, user) => `mail about ${order} sent to ${user}`,
    ];
    return Array.from({ length: LINES }, (_, i) => {
        const at = new Date(Date.parse(time) + i * 370).toISOString();
        const order = Math.floor(i / 3);
        return `${at} INFO ${what[i % 3](orders[order], users[(order * 7) % 50])}\n`;
    }).join("");
}

const before = log();
const after = guidon(["alias", "--no-restore"], before);
for (const [name, count] of Object.entries({ cl100k_base: cl100k, o200k_base: o200k })) {
    const [from, to] = [count(before), count(after)];
    console.log(`${name}: ${from} tokens, ${to} with aliases (${Math.round((100 * to) / from)} %)`);
}
