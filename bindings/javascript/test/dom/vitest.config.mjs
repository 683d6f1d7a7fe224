// SPDX-License-Identifier: MIT
export default { test: { include: ["ids.vitest.mjs"] } };
