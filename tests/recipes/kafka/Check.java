// SPDX-License-Identifier: MIT

import io.github.owner.guidon.Guidon;
import io.github.owner.guidon.Key;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.test.KafkaClusterTestKit;
import org.apache.kafka.common.test.TestKitNodes;

/** Runs the classes of docs/recipes/kafka.md with a broker. */
class Check {
    private static final int EVENTS = 60;

    /** Ends a consumer as if its process had ended. */
    private static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** A table that stores a row once, and ends its consumer before some insert. */
    private static final class Stored implements Consume.Table {
        private final Map<UUID, String> rows;
        private final List<UUID> seen = new ArrayList<>();
        private final int most;

        Stored(Map<UUID, String> rows, int most) {
            this.rows = rows;
            this.most = most;
        }

        @Override
        public void insert(UUID id, String value) {
            String before = rows.putIfAbsent(id, value);
            check(before == null || before.equals(value), "two records have the id " + id);
            seen.add(id);
            if (seen.size() == most) {
                throw new Ended();
            }
        }
    }

    private static void check(boolean right, String what) {
        if (!right) {
            throw new AssertionError(what);
        }
    }

    /** A consumer that ends, before it commits, at an insert. */
    private static List<UUID> consumed(String servers, Key key, Map<UUID, String> rows, int most) {
        Stored table = new Stored(rows, most);
        try {
            Consume.run(servers, key, table);
        } catch (Ended ended) {
            return table.seen;
        }
        throw new AssertionError("the consumer returned");
    }

    public static void main(String[] words) throws Exception {
        TestKitNodes nodes = new TestKitNodes.Builder().setCombined(true).setNumBrokerNodes(1)
                .setNumControllerNodes(1).build();
        try (KafkaClusterTestKit kit = new KafkaClusterTestKit.Builder(nodes)
                .setConfigProp("offsets.topic.replication.factor", "1")
                .setConfigProp("offsets.topic.num.partitions", "1")
                .setConfigProp("group.initial.rebalance.delay.ms", "0").build()) {
            kit.format();
            kit.startup();
            kit.waitForReadyBrokers();
            run(kit.bootstrapServers());
        }
        System.out.println("done");
    }

    private static void run(String servers) throws Exception {
        try (Admin admin = Admin.create(Map.<String, Object>of("bootstrap.servers", servers))) {
            admin.createTopics(List.of(new NewTopic("orders", 3, (short) 1))).all().get();
        }
        Produce.run(servers, EVENTS);
        Key key = Key.of(new byte[32]);
        Map<UUID, String> rows = new HashMap<>();
        List<UUID> first = consumed(servers, key, rows, 17);
        check(rows.size() == 17, "17 rows before the end");
        List<UUID> again = consumed(servers, key, rows, EVENTS);
        check(!Collections.disjoint(first, again), "no record was read again");
        check(rows.size() == EVENTS, rows.size() + " rows of " + EVENTS);
        check(List.copyOf(rows.values()).stream().distinct().count() == EVENTS, "values");
        check(rows.keySet().stream().allMatch(id -> Guidon.versionOf(id) == 7), "version 7");
        serde();
    }

    private static void serde() {
        try (IdSerde serde = new IdSerde()) {
            UUID id = Guidon.v7();
            byte[] bytes = serde.serializer().serialize("orders", id);
            check(bytes.length == 16 && serde.deserializer().deserialize("orders", bytes).equals(id),
                    "16 bytes");
            check(serde.serializer().serialize("orders", null) == null
                    && serde.deserializer().deserialize("orders", null) == null, "null");
            serde.deserializer().deserialize("orders", new byte[15]);
            throw new AssertionError("15 bytes");
        } catch (SerializationException expected) {
            check(expected.getCause() instanceof IllegalArgumentException, "the cause");
        }
    }
}
