// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Is the current thread virtual? Java 17 to 20 have no such threads to ask for. */
final class Threads {
    private static final MethodHandle IS_VIRTUAL = find();

    private Threads() {
    }

    private static MethodHandle find() {
        try {
            return MethodHandles.publicLookup().findVirtual(Thread.class, "isVirtual",
                    MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException exception) {
            return null;
        }
    }

    static boolean isVirtual() {
        if (IS_VIRTUAL == null) {
            return false;
        }
        try {
            return (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
        } catch (Throwable error) {
            throw new AssertionError(error);
        }
    }
}
