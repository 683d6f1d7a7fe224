// SPDX-License-Identifier: MIT
// uuid-hooks.mjs - with `node --import`, gives the published tests of the package uuid the
// functions of guidon/uuid. What is internal to uuid, they get from uuid itself.
import { register } from "node:module";

register("./uuid-resolve.mjs", import.meta.url);
