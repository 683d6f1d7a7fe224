// SPDX-License-Identifier: MIT
/** UUIDs, ULIDs and TypeIDs. */
module io.github.owner.guidon {
    exports io.github.owner.guidon;
}
