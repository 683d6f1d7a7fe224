// SPDX-License-Identifier: MIT
// java.util.UUID, uuid-creator and ulid-creator, a method for each operation.
package guidon.bench;

import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;
import com.github.f4b6a3.uuid.UuidCreator;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.function.Consumer;

/** One operation on every id of a batch. */
enum Case {
    JDK_FORMAT("java.util.UUID", "uuid_format", Case::jdkFormat, "allocates"),
    CREATOR_FORMAT("uuid-creator", "uuid_format", Case::creatorFormat, "allocates"),
    JDK_PARSE("java.util.UUID", "uuid_parse", Case::jdkParse, "allocates"),
    CREATOR_PARSE("uuid-creator", "uuid_parse", Case::creatorParse, "allocates"),
    ULID_FORMAT("ulid-creator", "ulid_format", Case::ulidFormat, "allocates"),
    ULID_PARSE("ulid-creator", "ulid_parse", Case::ulidParse, "allocates"),
    JDK_V3("java.util.UUID", "v3", Case::jdkV3, "joins namespace and name first"),
    CREATOR_V3("uuid-creator", "v3", Case::creatorV3, ""),
    CREATOR_V5("uuid-creator", "v5", Case::creatorV5, ""),
    CREATOR_V1("uuid-creator", "v1", Case::creatorV1, "one lock for all threads"),
    JDK_V4("java.util.UUID", "v4", Case::jdkV4, "SecureRandom"),
    CREATOR_V4("uuid-creator", "v4", Case::creatorV4, "SecureRandom"),
    CREATOR_V4_FAST("uuid-creator (Fast)", "v4", Case::creatorV4Fast, "weak: not for secrets"),
    CREATOR_V6("uuid-creator", "v6", Case::creatorV6, "one lock for all threads"),
    CREATOR_V7("uuid-creator", "v7", Case::creatorV7, "SecureRandom, one lock", true),
    CREATOR_V7_FAST("uuid-creator (Fast)", "v7", Case::creatorV7Fast, "weak: not for secrets"),
    ULID("ulid-creator", "ulid", Case::newUlid, "SecureRandom, one lock"),
    ULID_FAST("ulid-creator (fast)", "ulid", Case::fastUlid, "weak: not for secrets"),
    ULID_MONOTONIC("ulid-creator", "ulid_monotonic", Case::monotonic, "SecureRandom, one lock", true);

    final String library;
    final String operation;
    final Consumer<Batch> run;
    final String note;
    final boolean ordered;

    Case(String library, String operation, Consumer<Batch> run, String note) {
        this(library, operation, run, note, false);
    }

    Case(String library, String operation, Consumer<Batch> run, String note, boolean ordered) {
        this.library = library;
        this.operation = operation;
        this.run = run;
        this.note = note;
        this.ordered = ordered;
    }

    boolean parses() {
        return operation.endsWith("_parse");
    }

    /** Two threads are for cases that keep state between calls. */
    boolean generates() {
        return operation.matches("v[1467]|ulid|ulid_monotonic");
    }

    /** Does the parser accept this text? */
    boolean accepts(String text) {
        try {
            switch (this) {
                case JDK_PARSE -> UUID.fromString(text);
                case CREATOR_PARSE -> UuidCreator.fromString(text);
                default -> Ulid.from(text);
            }
            return true;
        } catch (RuntimeException error) {
            return false;
        }
    }

    private static void jdkFormat(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = batch.ids[i].toString();
        }
    }

    private static void creatorFormat(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = UuidCreator.toString(batch.ids[i]);
        }
    }

    private static void jdkParse(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = UUID.fromString(batch.uuids[i]);
        }
    }

    private static void creatorParse(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = UuidCreator.fromString(batch.uuids[i]);
        }
    }

    private static void ulidFormat(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = batch.ulidIds[i].toString();
        }
    }

    private static void ulidParse(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = Ulid.from(batch.ulids[i]);
        }
    }

    private static void jdkV3(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            byte[] name = batch.names[i];
            byte[] whole = ByteBuffer.allocate(16 + name.length)
                    .putLong(batch.namespace.getMostSignificantBits())
                    .putLong(batch.namespace.getLeastSignificantBits())
                    .put(name)
                    .array();
            batch.out[i] = UUID.nameUUIDFromBytes(whole);
        }
    }

    private static void creatorV3(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = UuidCreator.getNameBasedMd5(batch.namespace, batch.names[i]);
        }
    }

    private static void creatorV5(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = UuidCreator.getNameBasedSha1(batch.namespace, batch.names[i]);
        }
    }

    private static void creatorV1(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = UuidCreator.getTimeBased();
        }
    }

    private static void jdkV4(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = UUID.randomUUID();
        }
    }

    private static void creatorV4(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = UuidCreator.getRandomBased();
        }
    }

    private static void creatorV4Fast(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = UuidCreator.getRandomBasedFast();
        }
    }

    private static void creatorV6(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = UuidCreator.getTimeOrdered();
        }
    }

    private static void creatorV7(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = UuidCreator.getTimeOrderedEpoch();
        }
    }

    private static void creatorV7Fast(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = UuidCreator.getTimeOrderedEpochFast();
        }
    }

    private static void newUlid(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = UlidCreator.getUlid();
        }
    }

    private static void fastUlid(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = Ulid.fast();
        }
    }

    private static void monotonic(Batch batch) {
        for (int i = 0; i < Batch.SIZE; i++) {
            batch.out[i] = UlidCreator.getMonotonicUlid();
        }
    }
}
