// SPDX-License-Identifier: MIT
// worker.mjs - the checks as a worker of Cloudflare's, which forbids to compile bytes.
import * as guidon from "guidon";
import * as ulid from "guidon/ulid";
import * as uuid from "guidon/uuid";

import { checkAll } from "./everywhere.mjs";

export default {
    async fetch(request) {
        return new Response(checkAll({ guidon, uuid, ulid }, await request.json()));
    },
};
