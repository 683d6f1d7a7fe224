// SPDX-License-Identifier: MIT
// shared.js - the generators of the module that all entries of the package share.
import { KindGenerators } from "./generator.js";
import { sharedCore } from "./loader.js";
import { ulidBegin, ulidOrder, v7Begin, v7Order } from "./order.js";

/** The kinds that new.js makes in order too, until the module makes them. */
const ORDERS = new Map([
    ["v7", { order: v7Order, begin: v7Begin }],
    ["ulid-monotonic", { order: ulidOrder, begin: ulidBegin }],
]);

let kinds;

/** Let the module go on with an order, above its ids. */
function succeed(followed, ids) {
    const { order, begin } = followed;
    ids.beginAt(begin(order, Math.floor(ids.core.milliseconds())));
    followed.by = ids;
    order.successor = () => shared(ids.kind);
}

/** The generator of a kind. Its pool is as old as the present millisecond at most. */
export function shared(kind) {
    const core = sharedCore();
    if (kinds?.core !== core) {
        kinds = new KindGenerators(core, {}, true);
    }
    const ids = kinds.of(kind);
    const followed = ORDERS.get(ids.kind);
    if (followed !== undefined && followed.by !== ids) {
        succeed(followed, ids);
    }
    return ids;
}
