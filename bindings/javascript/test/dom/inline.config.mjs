// SPDX-License-Identifier: MIT
// The setting of the README with which vi.resetModules() reaches the package.
export default {
    test: { include: ["*.vitest.mjs"], server: { deps: { inline: ["guidon"] } } },
};
