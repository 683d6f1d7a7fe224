// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

/**
 * No id was made: the clock is out of range or stepped back too far, the system gave no random
 * bytes, a counter is exhausted, or a state file cannot be used. The message says which. Guidon
 * never falls back to weaker ids.
 */
public final class GuidonGenerateException extends RuntimeException {
    private static final long serialVersionUID = 1;

    GuidonGenerateException(String message) {
        super(message);
    }
}
