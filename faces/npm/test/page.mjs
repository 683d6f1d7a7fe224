// SPDX-License-Identifier: MIT
// page.mjs - the checks in a browser: bundled, and run by runtimes.test.mjs.
import * as guidon from "guidon";
import * as ulid from "guidon/ulid";
import * as uuid from "guidon/uuid";

import { checkAll } from "./everywhere.mjs";

globalThis.runChecks = (files) => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    return checkAll({ guidon, uuid, ulid, foreign: frame.contentWindow }, files);
};
