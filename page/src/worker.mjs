// SPDX-License-Identifier: MIT
// worker.mjs - reads texts and files by pieces, away from the page's own thread.

import { Core } from "./core.mjs";
import { hintOf } from "./hint.mjs";

const PIECE = 1 << 20;
let core;
let texts = 0; // how many came

async function read({ blobs }) {
    texts += 1;
    const own = texts;
    const size = blobs.reduce((sum, blob) => sum + blob.size, 0);
    let done = 0;
    let ids = 0;
    const hints = []; // for each file
    core.listBegin();
    for (const [i, blob] of blobs.entries()) {
        core.listFile();
        for (let at = 0; at < blob.size; at += PIECE) {
            const piece = new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer());
            if (own !== texts) {
                // the list is that of a later text
                throw new Error("another text came");
            }
            hints[i] ??= at === 0 ? hintOf(piece) : undefined;
            ids = core.listAdd(piece, at + PIECE >= blob.size);
            done += piece.byteLength;
            postMessage({ progress: { done, size, ids } });
        }
    }
    return { objects: core.listConclude(), hints };
}

/** Try to reach an address. Returns the directive of the policy that refuses, or "". */
async function probe({ url }) {
    let directive = "";
    const note = (event) => {
        directive = event.effectiveDirective;
    };
    addEventListener("securitypolicyviolation", note);
    await fetch(url).catch(() => {});
    await new Promise((resolve) => {
        setTimeout(resolve, 50);
    });
    removeEventListener("securitypolicyviolation", note);
    return directive;
}

const answers = {
    start({ module }) {
        core = new Core(module);
    },
    read,
    view: ({ view }) => core.listView(view),
    rows: ({ first, n }) => core.listRows(first, n),
    texts: ({ first, n, form }) => core.listTexts(first, n, form),
    probe,
};

export function work() {
    addEventListener("message", async ({ data }) => {
        try {
            postMessage({ id: data.id, result: await answers[data.call](data) });
        } catch (error) {
            postMessage({ id: data.id, error: error.message });
        }
    });
}
