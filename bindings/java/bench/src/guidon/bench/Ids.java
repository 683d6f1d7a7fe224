// SPDX-License-Identifier: MIT
package guidon.bench;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import com.github.f4b6a3.ulid.UlidCreator;
import com.github.f4b6a3.uuid.UuidCreator;
import io.github.owner.guidon.Form;
import io.github.owner.guidon.Generator;
import io.github.owner.guidon.Guidon;
import io.github.owner.guidon.Kind;
import io.github.owner.guidon.Ulid;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;

/**
 * What Java programs do with ids, by Guidon and by its peers. The name of a method is the
 * operation, two underscores and the library.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Ids {
    private static final int TEXTS = 1024; // so that the processor does not learn one text
    private static final int MANY = 512;

    private final NoArgGenerator jugRandom = Generators.randomBasedGenerator();
    private final NoArgGenerator jugTime = Generators.timeBasedEpochGenerator();
    private final Generator shared =
            Generator.builder(Kind.V7).scope(Generator.Scope.PROCESS).build();
    private final UUID[] ids = new UUID[TEXTS];
    private final String[] texts = new String[TEXTS];

    public Ids() {
        for (int i = 0; i < TEXTS; i++) {
            ids[i] = Guidon.v7();
            texts[i] = ids[i].toString();
        }
    }

    /** A position and an array of each thread. */
    @State(Scope.Thread)
    public static class Own {
        private int next;
        private final long[] many = new long[2 * MANY];

        int next() {
            next = (next + 1) % TEXTS;
            return next;
        }
    }

    @Benchmark
    public UUID v4__jdk() {
        return UUID.randomUUID();
    }

    @Benchmark
    public UUID v4__guidon() {
        return Guidon.v4();
    }

    @Benchmark
    public UUID v4__uuidCreator() {
        return UuidCreator.getRandomBased();
    }

    @Benchmark
    public UUID v4__jug() {
        return jugRandom.generate();
    }

    @Benchmark
    public UUID v7__guidon() {
        return Guidon.v7();
    }

    @Benchmark
    public UUID v7__uuidCreator() {
        return UuidCreator.getTimeOrderedEpochPlus1();
    }

    @Benchmark
    public UUID v7__jug() {
        return jugTime.generate();
    }

    /** In order over two threads. */
    @Benchmark
    @Threads(2)
    public UUID v7TwoThreads__guidon() {
        return shared.next();
    }

    @Benchmark
    @Threads(2)
    public UUID v7TwoThreads__uuidCreator() {
        return UuidCreator.getTimeOrderedEpochPlus1();
    }

    @Benchmark
    @Threads(2)
    public UUID v7TwoThreads__jug() {
        return jugTime.generate();
    }

    @Benchmark
    public String ulidText__guidon() {
        return Guidon.ulid().toString();
    }

    @Benchmark
    public String ulidText__ulidCreator() {
        return UlidCreator.getUlid().toString();
    }

    @Benchmark
    public UUID parse__jdk(Own own) {
        return UUID.fromString(texts[own.next()]);
    }

    @Benchmark
    public UUID parse__guidon(Own own) {
        return Guidon.parse(texts[own.next()]);
    }

    @Benchmark
    public UUID parse__uuidCreator(Own own) {
        return UuidCreator.fromString(texts[own.next()]);
    }

    @Benchmark
    public String format__jdk(Own own) {
        return ids[own.next()].toString();
    }

    @Benchmark
    public String format__guidon(Own own) {
        return Guidon.format(ids[own.next()], Form.UUID);
    }

    @Benchmark
    public String format__uuidCreator(Own own) {
        return UuidCreator.toString(ids[own.next()]);
    }

    @Benchmark
    public String ulidFormat__guidon(Own own) {
        return Ulid.of(ids[own.next()]).toString();
    }

    /** Nanoseconds for each id of the array. */
    @Benchmark
    @OperationsPerInvocation(MANY)
    public long[] fill__guidon(Own own) {
        Guidon.fill(own.many, Kind.V7);
        return own.many;
    }
}
