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

/** Run a bundle in a worker, and return its message. A page of file: has no other worker
 * than one of a Blob. */
globalThis.runWorker = (code) =>
    new Promise((done, fail) => {
        const worker = new Worker(URL.createObjectURL(new Blob([code])));
        worker.onmessage = ({ data }) => done(data);
        worker.onerror = ({ message }) => fail(new Error(message));
    });
