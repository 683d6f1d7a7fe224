// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.nio.ByteBuffer;

/**
 * The native methods. A caller calls {@link #require} first, or checks {@link #LOADED}. The
 * files of {@code native/} define the methods and say what each one stores.
 */
final class Native {
    /** Is the library loaded? The JIT compiler treats this as a constant. */
    static final boolean LOADED;

    private static final Library.Outcome OUTCOME;

    static {
        OUTCOME = Library.load();
        LOADED = OUTCOME.failure() == null;
    }

    private Native() {
    }

    /**
     * Throws an exception if there is no library.
     *
     * @param what names what needs the library
     */
    static void require(String what) {
        if (!LOADED) {
            throw OUTCOME.exception(what);
        }
    }

    /**
     * Is there a library for this system, whether or not it could be loaded? If there is none,
     * Guidon makes ids in plain Java. If it could not be loaded, that is an error.
     */
    static boolean isPlain() {
        if (LOADED) {
            return false;
        }
        if (!OUTCOME.plain()) {
            throw OUTCOME.exception("Guidon");
        }
        return true;
    }

    static native long address(ByteBuffer direct);

    static native void makeAt(long address, int kind);

    static native void make(long[] out, int kind);

    static native void fillBytes(byte[] out, int offset, int n, int kind);

    static native void fillLongs(long[] out, int offset, int n, int kind);

    static native void prefixedAt(long address, int shard, int bits);

    static native void prefixed(long[] out, int shard, int bits);

    static native int shardOf(byte[] data, int bits);

    static native void named(int version, long hi, long lo, byte[] name, long[] out);

    static native String formName(int form);

    static native String statusText(int status);

    static native String version();

    static native int parse(byte[] text, long forms, int flags, long[] out);

    static native String parseReason(byte[] text, long forms, int flags);

    static native byte[] format(long hi, long lo, int form);

    static native int keyInit(byte[] bytes, long address);

    static native int maskKeyInit(byte[] bytes, long address);

    static native int keyRing(byte[] text, int[] numbers, byte[] keys, int[] size);

    static native String keyRingReason(byte[] text);

    static native int derive(long key, long ms, byte[] data, int offset, int len, long[] out);

    static native int deriveAt(long key, long ms, long address, int len);

    static native int mask(long key, boolean back, long hi, long lo, long[] out);

    static native int encrypt(long key, boolean back, long hi, long lo, long[] out);

    static native int auditLength();

    static native long duplicatesSlots(long[] duplicates, long more, long distinct);

    static native long duplicatesLength(long slots);

    static native boolean duplicatesInit(long[] out, long slots);

    static native void auditAdd(long[] counts, long[] duplicates, long[] ids, int offset, int n,
            boolean ulid);

    static native void auditMerge(long[] counts, long[] other);

    static native void duplicatesMerge(long[] duplicates, long[] other);

    static native long duplicatesHeld(long[] duplicates);

    static native long auditIds(long[] counts);

    static native boolean auditCheck(long[] counts, long[] duplicates);

    static native String auditJson(long[] counts, long[] duplicates);

    static native long generatorNew(Generator self, long[] numbers, byte[] state, byte[] lease);

    static native void generatorFree(long generator);

    static native void generatorNext(long generator, Generator self, long[] out);

    static native void generatorNextPrefixed(long generator, Generator self, int prefix,
            long[] out);

    static native void generatorNextAt(long generator, Generator self, long address);

    static native void generatorFillBytes(long generator, Generator self, byte[] out, int offset,
            int n);

    static native void generatorFillLongs(long generator, Generator self, long[] out, int offset,
            int n);
}
