// SPDX-License-Identifier: MIT
export default { test: { include: ["*.vitest.mjs"] } };
