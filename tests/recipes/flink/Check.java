// SPDX-License-Identifier: MIT

import io.github.owner.guidon.Guidon;
import io.github.owner.guidon.Key;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * Runs the functions of docs/recipes/flink.md in a job of which a task fails once. There is no
 * checkpoint before, so Flink computes every event again.
 */
class Check {
    private static final int EVENTS = 2000;
    private static final String DIGITS =
            "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

    /** The ids of each event, of all attempts. The cluster is within this process. */
    private static final Map<Long, Set<String>> DERIVED = new ConcurrentHashMap<>();
    private static final Map<Long, Set<String>> FRESH = new ConcurrentHashMap<>();
    private static final AtomicInteger SEEN = new AtomicInteger();
    private static final AtomicBoolean FAILED = new AtomicBoolean();

    /** Notes the ids of an event, and fails at one event, once. */
    private static final class Noted implements
            MapFunction<Tuple3<String, Long, Long>, Tuple3<String, Long, Long>> {
        private static final long serialVersionUID = 1;

        @Override
        public Tuple3<String, Long, Long> map(Tuple3<String, Long, Long> event) {
            note(DERIVED, event.f2, event.f0);
            note(FRESH, event.f2, Guidon.v7().toString());
            SEEN.incrementAndGet();
            if (event.f2 == EVENTS / 2 && FAILED.compareAndSet(false, true)) {
                throw new IllegalStateException("this task fails once");
            }
            return event;
        }

        private static void note(Map<Long, Set<String>> ids, Long event, String id) {
            ids.computeIfAbsent(event, one -> ConcurrentHashMap.newKeySet()).add(id);
        }
    }

    private static void check(boolean right, String what) {
        if (!right) {
            throw new AssertionError(what);
        }
    }

    private static void job(String keyFile, int parallelism) throws Exception {
        Configuration settings = Configuration.fromMap(Map.of(
                "restart-strategy.type", "fixed-delay",
                "restart-strategy.fixed-delay.attempts", "1",
                "restart-strategy.fixed-delay.delay", "0 s",
                "rest.bind-port", "0"));
        try (StreamExecutionEnvironment flink =
                StreamExecutionEnvironment.createLocalEnvironment(parallelism, settings)) {
            flink.fromSequence(0, EVENTS - 1)
                    .map(number -> Tuple2.of(1_600_000_000_000L + number / 3, number))
                    .returns(Types.TUPLE(Types.LONG, Types.LONG))
                    .map(new WithId(keyFile))
                    .map(new Noted())
                    .returns(Types.TUPLE(Types.STRING, Types.LONG, Types.LONG))
                    .sinkTo(new DiscardingSink<>());
            flink.execute();
        }
    }

    public static void main(String[] words) throws Exception {
        Path keyFile = Files.createTempFile(Path.of(words[0]), "orders", ".key");
        Files.writeString(keyFile, DIGITS + "\n");
        job(keyFile.toString(), 1);
        check(FAILED.get() && SEEN.get() > EVENTS, "Flink computed nothing again");
        job(keyFile.toString(), 2);
        check(DERIVED.size() == EVENTS, DERIVED.size() + " events");
        try (Key key = Key.parse(DIGITS)) {
            DERIVED.forEach((number, ids) -> check(ids.equals(Set.of(Guidon.derive(
                    Instant.ofEpochMilli(1_600_000_000_000L + number / 3), key, number)
                    .toString())), "the ids of event " + number + ": " + ids));
        }
        check(FRESH.values().stream().anyMatch(ids -> ids.size() > 2), "new ids stay the same");
        System.out.println("done");
    }
}
