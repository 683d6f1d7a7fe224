// SPDX-License-Identifier: MIT
// kinds.mjs - what ids reveal and what each field means, in words.

/** The title of a kind and what follows it: "UUID version 7 (Unix Time-based)" or "Nil UUID: no
 * id, all bits zero" of the module in two parts. */
export function partsOf(title) {
    const [, name, ...more] = /^([^(:]+?)(?: \((.*)\)|: (.*))?$/.exec(title);
    return [name, more.find((part) => part) ?? ""];
}

const NODE = {
    vendor: "The node is the hardware address of a network card. It names one machine.",
    local: "The node is a hardware address that software assigned, as for a container.",
    random: "The node is random and names no machine.",
};

const TIME = "It tells when it was made";

/** What somebody learns who sees the id: sentences. */
export function revealsOf(id) {
    const node = id.node_is ? [NODE[id.node_is]] : [];
    switch (id.kind) {
        case "v1":
        case "v6":
            return [`${TIME}, to 100 ns.`, ...node];
        case "v2":
            return [
                "It tells when it was made, to about 7 minutes.",
                `It holds the local id ${id.local_id} of domain ${id.domain}, such as a user's.`,
                ...node,
            ];
        case "v3":
        case "v5":
            return [
                "It holds no time and no address.",
                "Whoever guesses the namespace and the name can check the guess.",
            ];
        case "v4":
            return ["Nothing: its 122 other bits are random."];
        case "v7":
        case "ulid":
            return [
                `${TIME}, to the millisecond.`,
                "Two of them tell which came first, and about how fast they are made.",
            ];
        case "v8":
            return ["Only its maker knows what its 122 other bits mean."];
        case "nil":
        case "max":
            return ["Nothing: programs use it as a mark, not as an id."];
        case "ncs":
            return id.time
                ? [`${TIME}, to 4 µs, and on which host.`]
                : ["Only its maker knows what the bits mean."];
        default:
            return ["Only its maker knows what the bits mean."];
    }
}

const ROLES = [
    [/^(time|timestamp|unix_ts_ms)/, "time"],
    [/^ver$/, "ver"],
    [/^var$/, "var"],
    [/^clock_seq$/, "seq"],
    [/^(node|host)$/, "node"],
    [/^(rand)/, "rand"],
    [/^(md5|sha1)/, "hash"],
    [/^(local_id|domain|family)$/, "local"],
];

/** The role of a field, which gives its colour and its pattern. */
export const roleOf = (field) => ROLES.find(([names]) => names.test(field.name))?.[1] ?? "data";

export const ROLE_WORDS = {
    time: "time",
    ver: "version",
    var: "variant",
    seq: "clock sequence",
    node: "node",
    rand: "random",
    hash: "hash",
    local: "local id",
    data: "data",
};

const VARIANTS = [
    "binary 0: Apollo NCS",
    "binary 0: Apollo NCS",
    "binary 10: RFC 9562",
    "binary 11",
];

/** What the value of a field means; "" if its name says all. */
export function meaningOf(field, id) {
    switch (field.name) {
        case "unix_ts_ms":
        case "timestamp":
            return `${parseInt(field.hex, 16)} ms since 1970`;
        case "ver":
            return `version ${id.version}`;
        case "var":
            return VARIANTS[parseInt(field.hex, 16)];
        case "clock_seq":
            return String(id.clock_seq);
        case "local_id":
        case "domain":
            return String(id[field.name]);
        case "node":
            return `${id.node.match(/../g).join(":")}, ${
                { vendor: "a hardware address", local: "assigned by software", random: "random" }[
                    id.node_is
                ]
            }`;
        case "rand_a":
            return "random, or a counter, or a fraction of the millisecond";
        case "rand_b":
        case "randomness":
            return "random, or a counter and random bits";
        default:
            return "";
    }
}
