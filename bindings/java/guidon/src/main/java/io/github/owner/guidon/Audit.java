// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;

/**
 * Counts what many ids have in common: kinds, times, order, duplicates, and bits that are not
 * random.
 *
 * <pre>{@code
 * Audit audit = new Audit();
 * audit.add(Guidon.v7());
 * System.out.println(audit.json());
 * }</pre>
 *
 * <p>Audits merge: threads or processes each count some of the ids, and one of them merges the
 * audits. The counts are then those of one audit of all ids, except those of order, because order
 * is counted within each audit.
 *
 * <p>An audit takes 32 to 64 bytes of the heap for each different id, up to {@code distinct}, and
 * half as much again while it grows. An audit of a few ids takes about 5 kB. Threads may
 * share an audit. The collector of Java may wait while a large audit grows or merges, up to Java
 * 21.
 *
 * <p>An audit can be serialized. The same version of Guidon can read it, on a machine of the same
 * byte order.
 */
public final class Audit implements Serializable {
    /** The most different ids of which an audit can count the duplicates exactly. */
    public static final int DISTINCT_MAX = 402_653_184;

    private static final long serialVersionUID = 1;
    private static final int DISTINCT = 1_000_000;
    /** The native library counts so many ids in a call. */
    private static final int CHUNK = 512;
    private static final int FEW = 8;

    private final int distinct;
    /** A guidon_audit of the library; null before the first ids are counted. */
    private transient long[] counts;
    /** A guidon_duplicates of the library; null before the first ids, and if distinct is 0. */
    private transient long[] duplicates;
    /** Ids that are not counted yet: two numbers each. All are ULIDs, or none is. */
    private transient long[] pending = new long[2 * FEW];
    private transient int waiting;
    private transient boolean ulids;

    /**
     * Makes an audit that counts duplicates exactly among a million different ids.
     *
     * @throws UnsupportedOperationException if Guidon has no native library for this system
     */
    public Audit() {
        this(DISTINCT);
    }

    /**
     * Makes an audit.
     *
     * @param distinct the audit counts duplicates exactly up to so many different ids, and
     *        gives bounds above; 0 to count no duplicates, at most {@link #DISTINCT_MAX}
     * @throws IllegalArgumentException if the number is out of range
     * @throws UnsupportedOperationException if Guidon has no native library for this system
     */
    public Audit(int distinct) {
        Native.require("Audit");
        if (distinct < 0 || distinct > DISTINCT_MAX) {
            throw new IllegalArgumentException("distinct is " + distinct + ", and not 0 to "
                    + DISTINCT_MAX);
        }
        this.distinct = distinct;
    }

    /**
     * Counts an id. A {@link UUID} is never counted as a ULID, because its bytes do not show
     * that.
     *
     * @param id the id
     */
    public void add(UUID id) {
        add(id.getMostSignificantBits(), id.getLeastSignificantBits(), false);
    }

    /**
     * Counts a ULID.
     *
     * @param ulid the ULID
     */
    public void add(Ulid ulid) {
        add(ulid.mostSignificantBits(), ulid.leastSignificantBits(), true);
    }

    private synchronized void add(long hi, long lo, boolean ulid) {
        if (ulid != ulids || waiting == CHUNK) {
            count();
            ulids = ulid;
        }
        if (2 * waiting == pending.length) {
            pending = Arrays.copyOf(pending, 2 * pending.length);
        }
        pending[2 * waiting] = hi;
        pending[2 * waiting + 1] = lo;
        waiting++;
    }

    /**
     * Counts many ids in their order, as {@link Guidon#fill(long[], Kind)} makes them. None is
     * counted as a ULID.
     *
     * @param ids two numbers for each id, the most significant first
     * @throws IllegalArgumentException if the length of the array is odd
     */
    public synchronized void addMany(long[] ids) {
        int n = Batch.count(ids);
        count();
        for (int done = 0; done < n; done += CHUNK) {
            count(ids, done, Math.min(CHUNK, n - done), false);
        }
    }

    /**
     * Adds the counts of another audit, which stays as it is. Its ids are a part of their own in
     * the counts of order.
     *
     * @param other the other audit
     * @throws IllegalArgumentException if this audit counts duplicates, and the other one has ids
     *         and does not
     */
    public void merge(Audit other) {
        Audit copy = other.copy();
        synchronized (this) {
            if (copy.counts == null) {
                return;
            }
            if (distinct > 0 && copy.duplicates == null) {
                throw new IllegalArgumentException("the other audit counts no duplicates "
                        + "(distinct is 0), but this one does");
            }
            count();
            makeRoom(copy.duplicates == null ? 0 : Native.duplicatesHeld(copy.duplicates));
            if (counts == null) {
                counts = new long[Native.auditLength()];
            }
            Native.auditMerge(counts, copy.counts);
            if (distinct > 0) {
                Native.duplicatesMerge(duplicates, copy.duplicates);
            }
        }
    }

    /**
     * Returns how many ids were counted.
     *
     * @return the number
     */
    public synchronized long ids() {
        count();
        return counts == null ? 0 : Native.auditIds(counts);
    }

    /**
     * Returns what was counted as a JSON object on one line: the text that
     * {@code guidon_audit_json} of the library writes, with the same members in every language.
     * The reference of {@code <guidon/audit.h>} describes them.
     *
     * @return the text, which is ASCII
     */
    public synchronized String json() {
        count();
        return Native.auditJson(counts == null ? new long[Native.auditLength()] : counts,
                duplicates);
    }

    // ------------------------------------------------------------------------ counting

    /** Counts the ids that wait. Every read, and every other change, calls this first. */
    private void count() {
        if (waiting > 0) {
            count(pending, 0, waiting, ulids);
            waiting = 0;
        }
    }

    private void count(long[] ids, int first, int n, boolean ulid) {
        makeRoom(n);
        if (counts == null) {
            counts = new long[Native.auditLength()];
        }
        Native.auditAdd(counts, duplicates, ids, 2 * first, n, ulid);
    }

    /** Lets the duplicates grow for more ids. If there is no memory, nothing has changed. */
    private void makeRoom(long more) {
        if (distinct == 0) {
            return;
        }
        long slots = Native.duplicatesSlots(duplicates, more, distinct);
        if (duplicates == null) {
            duplicates = state(slots);
        } else if (Native.duplicatesLength(slots) != duplicates.length) {
            long[] grown = state(slots);
            Native.duplicatesMerge(grown, duplicates);
            duplicates = grown;
        }
    }

    /** A guidon_duplicates without ids. */
    private static long[] state(long slots) {
        long[] made = new long[Math.toIntExact(Native.duplicatesLength(slots))];
        if (!Native.duplicatesInit(made, slots)) {
            throw new IllegalStateException("no audit has " + slots + " slots");
        }
        return made;
    }

    private synchronized Audit copy() {
        count();
        Audit copy = new Audit(distinct);
        copy.counts = counts == null ? null : counts.clone();
        copy.duplicates = duplicates == null ? null : duplicates.clone();
        return copy;
    }

    // ------------------------------------------------------------------ serialization

    /**
     * An audit as it is serialized.
     *
     * @param library the version of the library and the byte order of the machine
     * @param distinct as in the audit
     * @param counts may be null
     * @param duplicates may be null
     */
    private record Saved(String library, int distinct, long[] counts, long[] duplicates)
            implements Serializable {
        /**
         * Bytes from outside are believed only after a check. They may have other references to
         * the arrays, whose holder could write after the check, so that the arrays are copied
         * before it.
         */
        private Object readResolve() throws InvalidObjectException {
            Native.require("Audit");
            return audit(counts == null ? null : counts.clone(),
                    duplicates == null ? null : duplicates.clone());
        }

        private Audit audit(long[] counts, long[] duplicates) throws InvalidObjectException {
            if (!libraryHere().equals(library)) {
                throw new InvalidObjectException("the audit is of guidon " + library
                        + ", and this is guidon " + libraryHere());
            }
            boolean exact = distinct > 0 && counts != null;
            if (distinct < 0 || distinct > DISTINCT_MAX || exact != (duplicates != null)
                    || counts != null && !Native.auditCheck(counts, duplicates)
                    || exact && duplicates.length > Native.duplicatesLength(
                            Native.duplicatesSlots(null, distinct, distinct))) {
                throw new InvalidObjectException("the audit contradicts itself");
            }
            Audit audit = new Audit(distinct);
            audit.counts = counts;
            if (exact) {
                // The ids may be at any places, and a merge puts them where they are found.
                audit.duplicates = state(Native.duplicatesSlots(duplicates, 0, distinct));
                Native.duplicatesMerge(audit.duplicates, duplicates);
            }
            return audit;
        }
    }

    private static String libraryHere() {
        return Native.version() + ", " + ByteOrder.nativeOrder();
    }

    private Object writeReplace() {
        Audit copy = copy();
        return new Saved(libraryHere(), distinct, copy.counts, copy.duplicates);
    }

    private void readObject(ObjectInputStream in) throws InvalidObjectException {
        throw new InvalidObjectException("an audit is read from what it writes");
    }
}
