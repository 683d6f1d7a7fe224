// SPDX-License-Identifier: MIT
// uuid-resolve.mjs - the hooks of uuid-hooks.mjs.
const TESTS = "/uuid-tests/dist/esm/test/";
const DROP_IN = [
    "max",
    "nil",
    "parse",
    "stringify",
    "v1",
    "v1ToV6",
    "v3",
    "v4",
    "v5",
    "v6",
    "v6ToV1",
    "v7",
    "validate",
    "version",
];
const QUERY = "?guidon=";

export async function resolve(specifier, context, next) {
    const name = /^\.\.\/(\w+)\.js$/.exec(specifier)?.[1];
    const found = await next(specifier, context);
    return context.parentURL?.includes(TESTS) && DROP_IN.includes(name)
        ? { ...found, url: `${found.url}${QUERY}${name}`, format: "module" }
        : found;
}

/** A module of uuid's, whose default export is that of guidon/uuid. */
export async function load(url, context, next) {
    const [own, name] = url.split(QUERY);
    if (name === undefined) {
        return next(url, context);
    }
    const exported = name === "max" || name === "nil" ? name.toUpperCase() : name;
    const dropIn = new URL("node_modules/guidon/dist/uuid.node.js", import.meta.url);
    return {
        format: "module",
        shortCircuit: true,
        source: `
        export * from ${JSON.stringify(own)};
        export { ${exported} as default } from ${JSON.stringify(dropIn.href)};`,
    };
}
