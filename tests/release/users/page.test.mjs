// SPDX-License-Identifier: MIT
// The page of a release in Chromium: GUIDON_PAGE names its file.
import assert from "node:assert/strict";
import { test } from "node:test";

import { launch, open, paste } from "../../../page/test/browser.mjs";

test("the page reads an id and asks nobody", async () => {
    const browser = await launch();
    try {
        const page = await open(browser);
        await paste(page, "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
        const shown = await page.$eval(".result", (result) => result.textContent);
        assert.match(shown, /2022-02-22/);
        assert.deepEqual(page.errors, []);
        assert.deepEqual(
            page.requests.filter((url) => !/^(file|data|blob|about):/.test(url)),
            [],
        );
    } finally {
        await browser.close();
    }
});
