// SPDX-License-Identifier: MIT
/**
 * Fast UUIDs, ULIDs and TypeIDs. {@link io.github.owner.guidon.Guidon} has the functions;
 * start there.
 *
 * <p>No method takes {@code null}: each throws {@link NullPointerException} for it.
 */
package io.github.owner.guidon;
