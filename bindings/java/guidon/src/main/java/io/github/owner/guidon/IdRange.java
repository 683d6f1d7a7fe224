// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.util.Objects;
import java.util.UUID;

/**
 * The first and the last id of a span, both included, in the order of
 * {@link Comparators#unsigned}.
 *
 * @param low the smallest id
 * @param high the largest id
 */
public record IdRange(UUID low, UUID high) {
    /**
     * Makes a range of two ids.
     *
     * @param low the smallest id
     * @param high the largest id
     */
    public IdRange {
        Objects.requireNonNull(low, "low");
        Objects.requireNonNull(high, "high");
    }
}
