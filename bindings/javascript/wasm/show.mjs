// SPDX-License-Identifier: MIT
// show.mjs - what a text could be, as `guidon show --json` prints it. `core` is a Forms.

/** The name of a kind that a Scanner found. */
export const kindName = (core, kind) => core.string(core.exports.guidon_kind_name(kind));

/** The objects that `guidon show --json TEXT` prints: one, or one for each form of a text
 * that could be several. Throws a GuidonError if the text is no id. */
export function show(core, text) {
    const accept = core.accept();
    const readings = core.describe(text, accept);
    if (readings.length === 0) {
        throw core.parseError(text, accept, core.tryParse(text, accept));
    }
    return readings.map((reading) => ({ input: text, ...reading }));
}
