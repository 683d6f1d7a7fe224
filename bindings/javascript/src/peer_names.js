// SPDX-License-Identifier: MIT
// peer_names.js - names that the functions have in the package uuid too. guidon/uuid and
// guidon/ulid have all names of the packages uuid and ulid.
export { format as stringify } from "./forms-api.js";
