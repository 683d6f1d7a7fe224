// SPDX-License-Identifier: MIT
// index.js - the functions of the package.
export * from "./core-api.js";
export * from "./forms-api.js";
export * from "./scan-api.js";
export * from "./alias-api.js";
export * from "./idset-api.js";
export * from "./new.js";
export * from "./validate.js";
export * from "./peer_names.js";
export * from "./prefixed-api.js";
