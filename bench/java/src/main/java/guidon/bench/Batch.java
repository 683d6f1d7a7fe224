// SPDX-License-Identifier: MIT
// One batch of the file of ids that Guidon wrote, and the output of a case.
package guidon.bench;

import com.github.f4b6a3.ulid.Ulid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

final class Batch {
    static final int SIZE = 256;

    final UUID[] ids = new UUID[SIZE];
    final Ulid[] ulidIds = new Ulid[SIZE];
    final String[] uuids = new String[SIZE];
    final String[] ulids = new String[SIZE];
    final byte[][] names = new byte[SIZE][];
    UUID namespace;

    /** The output of a case: UUID, Ulid or String. */
    final Object[] out = new Object[SIZE];

    private int filled;

    /** The batches. `wrongs` receives the wrong texts, as kind and text. */
    static List<Batch> read(Path path, List<String[]> wrongs) throws IOException {
        List<Batch> batches = new ArrayList<>();
        UUID namespace = null;
        for (String line : Files.readAllLines(path)) {
            String[] fields = line.split("\t");
            switch (fields[0]) {
                case "namespace" -> namespace = fromHex(fields[1]);
                case "wrong" -> wrongs.add(new String[] {fields[1], fields[2]});
                default -> {
                    if (batches.isEmpty() || batches.get(batches.size() - 1).filled == SIZE) {
                        batches.add(new Batch());
                    }
                    batches.get(batches.size() - 1).add(fields, namespace);
                }
            }
        }
        return batches;
    }

    private void add(String[] fields, UUID ns) {
        namespace = ns;
        ids[filled] = fromHex(fields[1]);
        ulidIds[filled] = Ulid.from(ids[filled]);
        uuids[filled] = fields[2];
        ulids[filled] = fields[3];
        names[filled] = fields[4].getBytes(StandardCharsets.US_ASCII);
        filled++;
    }

    private static UUID fromHex(String hex) {
        return new UUID(
                Long.parseUnsignedLong(hex.substring(0, 16), 16),
                Long.parseUnsignedLong(hex.substring(16), 16));
    }

    /** Item `i` of the output: the hex digits of an id, or the text itself. */
    String made(int i) {
        if (out[i] instanceof UUID id) {
            return String.format(
                    "%016x%016x", id.getMostSignificantBits(), id.getLeastSignificantBits());
        }
        if (out[i] instanceof Ulid id) {
            return String.format(
                    "%016x%016x", id.getMostSignificantBits(), id.getLeastSignificantBits());
        }
        return (String) out[i];
    }
}
