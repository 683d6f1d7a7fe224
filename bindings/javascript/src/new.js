// SPDX-License-Identifier: MIT
// new.js - new ids, one at a time, without a WebAssembly module. index.d.ts documents the
// functions. They give what the module gives for the same times and random bytes.
import { GuidonError, wordOf } from "./errors.js";
import { MS_MAX, millisecondsOf } from "./times.js";
import { putMs, ulidOrder, v7Order } from "./order.js";
import { platform } from "./source.js";
import { ulidOf, uuidOf, written } from "./written.js";

const id = /* @__PURE__ */ new Uint8Array(16); // each call overwrites it

/** The next id of an order, as text that `write` writes, or as `as` says. */
function next(order, form, write, as = form) {
    if (order.successor !== undefined) {
        return order.successor().next(as);
    }
    order.next(platform, id);
    return as === form ? write(id) : written(id, as);
}

/** Milliseconds and random bits. */
function putUnix(ms) {
    platform.reserve(10);
    const at = platform.take(10);
    putMs(id, ms);
    for (let i = 6; i < 16; i++) {
        id[i] = platform.pool[at + i - 6];
    }
}

const setVersion = (version) => {
    id[6] = (id[6] & 15) | (version << 4);
    id[8] = (id[8] & 63) | 128;
};

export const v7 = (as) => next(v7Order, "uuid", uuidOf, as);

export const monotonicUlid = (as) => next(ulidOrder, "ulid", ulidOf, as);

export function ulid(as) {
    putUnix(platform.milliseconds(MS_MAX));
    return as === undefined ? ulidOf(id) : written(id, as);
}

export function v7At(time, as = "uuid") {
    putUnix(millisecondsOf(time));
    setVersion(7);
    return written(id, as);
}

export function ulidAt(time, as = "ulid") {
    putUnix(millisecondsOf(time));
    return written(id, as);
}

/** The platform's randomUUID, where it is: only a page by https or of this machine has it. */
function randomUuid() {
    try {
        return globalThis.crypto.randomUUID();
    } catch (error) {
        throw new GuidonError(
            "ENTROPY",
            "crypto.randomUUID failed: " + wordOf(error),
            undefined,
            error,
        );
    }
}

export function v4(as) {
    if (as === undefined && globalThis.crypto?.randomUUID !== undefined) {
        return randomUuid();
    }
    platform.reserve(16);
    const at = platform.take(16);
    id.set(platform.pool.subarray(at, at + 16));
    setVersion(4);
    return written(id, as ?? "uuid");
}
