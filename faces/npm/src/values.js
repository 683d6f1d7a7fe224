// SPDX-License-Identifier: MIT
// values.js - ids as the caller gives and gets them: text, bytes or bigint.
import { GuidonError } from "./guidon.js";

const LOW_64 = 0xffffffffffffffffn;

export const wrongArgument = (message) => new GuidonError("ARGUMENT", message);

/** Put an id of the caller into the first id of memory. Returns the number of its form if
 * it is text, and -1 otherwise. */
export function take(core, id, accept) {
    if (typeof id === "string") {
        const form = core.tryParse(id, accept ?? (core.acceptAll ??= core.accept()));
        if (form < 0) {
            throw core.parseError(form);
        }
        return form;
    }
    if (typeof id === "bigint") {
        takeBigInt(core, id);
    } else if (id instanceof Uint8Array) {
        core.putId(id);
    } else {
        throw wrongArgument("an id must be a string, a Uint8Array of 16 bytes or a bigint");
    }
    return -1;
}

function takeBigInt(core, number) {
    if (number < 0n || number >> 128n !== 0n) {
        throw new GuidonError("RANGE", "a bigint of an id must be from 0 to 2n ** 128n - 1n");
    }
    core.view.setBigUint64(core.ids, number >> 64n);
    core.view.setBigUint64(core.ids + 8, number & LOW_64);
}

/** The first id of memory as the caller wants it. */
export function give(core, as) {
    if (as === "uuid") {
        return core.tryFormat(0);
    }
    if (as === "bytes") {
        return core.getId();
    }
    if (as === "bigint") {
        return core.view.getBigUint64(core.ids) << 64n
            | core.view.getBigUint64(core.ids + 8);
    }
    return core.format(as);
}
