// SPDX-License-Identifier: MIT
// times.js - the milliseconds of a time that the caller gives.
import { millisecondsIn, wordOf, wrongArgument } from "./errors.js";

/** The whole milliseconds of nanoseconds. */
export const floorMs = (ns) => (ns - (((ns % 1000000n) + 1000000n) % 1000000n)) / 1000000n;

export const MS_MAX = 0xffffffffffff; // of version 7 and of a ULID

/** The whole milliseconds of a time that version 7 and a ULID can hold. */
export function millisecondsOf(time) {
    const isBigInt = typeof time === "bigint";
    const ms = isBigInt ? Number(floorMs(time)) : Math.floor(millisecondsIn(time));
    if (!(ms >= 0 && ms <= MS_MAX)) {
        throw wrongArgument(
            `a time is ${wordOf(time)}${isBigInt ? "n" : ""}; expected a Date, ` +
                `milliseconds from 0 to ${MS_MAX}, or nanoseconds from 0n to ` +
                `${MS_MAX}999999n`,
        );
    }
    return ms;
}
