// SPDX-License-Identifier: MIT
// next.config.mjs - names the folder of the app, because this one is below another package.
// The package guidon needs no setting.
export default {
    outputFileTracingRoot: import.meta.dirname,
    turbopack: { root: import.meta.dirname },
};
