// SPDX-License-Identifier: MIT
// Checks and times the cases, prints JSON lines.
package guidon.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

public final class Main {
    /** Warm-up, until the compiler has optimised the small loop. */
    private static final double WARM_UP_LEAST_MS = 250;
    /** Several measurements, so that a single garbage collection does not decide. */
    private static final double TIMED_LEAST_MS = 50;

    private static String version(String library) throws IOException {
        String name = library.split(" ")[0];
        if (name.startsWith("java.")) {
            return Runtime.version().toString();
        }
        String path = "/META-INF/maven/com.github.f4b6a3/" + name + "/pom.properties";
        try (InputStream file = Main.class.getResourceAsStream(path)) {
            Properties properties = new Properties();
            properties.load(file);
            return properties.getProperty("version");
        }
    }

    /** The start of a line; nothing in it needs escapes. */
    private static String head(Case one, String mode) throws IOException {
        return String.format(
                "{\"operation\":\"%s\",\"library\":\"%s\",\"version\":\"%s\","
                        + "\"language\":\"Java\",\"mode\":\"%s\",\"note\":\"%s\"",
                one.operation, one.library, version(one.library), mode, one.note);
    }

    private static void prove(Case one, List<Batch> batches, List<String[]> wrongs)
            throws IOException {
        StringBuilder line = new StringBuilder(head(one, "one"));
        line.append(",\"ordered\":").append(one.ordered).append(",\"out\":[");
        String comma = "";
        for (Batch batch : batches) {
            one.run.accept(batch);
            for (int i = 0; i < Batch.SIZE; i++) {
                line.append(comma).append('"').append(batch.made(i)).append('"');
                comma = ",";
            }
        }
        line.append(']');
        if (one.parses()) {
            List<String[]> mine = wrongs.stream()
                    .filter(wrong -> one.operation.startsWith(wrong[0]))
                    .toList();
            line.append(",\"accepts\":").append(IntStream.range(0, mine.size())
                    .filter(i -> one.accepts(mine.get(i)[1]))
                    .boxed()
                    .collect(Collectors.toList()));
        }
        System.out.println(line.append('}'));
    }

    private static void time(Case one, String mode, String ids, double ms)
            throws IOException, RunnerException {
        double warmUp = Math.max(WARM_UP_LEAST_MS, 6 * ms);
        var options = new OptionsBuilder()
                .include("^" + Timed.class.getName().replace(".", "\\."))
                .param("name", one.name())
                .threads(mode.equals("threads") ? 2 : 1)
                .forks(1)
                .warmupIterations(1)
                .warmupTime(TimeValue.microseconds((long) (1000 * warmUp)))
                .measurementIterations(1)
                .measurementTime(TimeValue.microseconds(
                        (long) (1000 * Math.max(TIMED_LEAST_MS, ms))))
                .jvmArgsAppend("-Dids=" + ids)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();
        double ns = new Runner(options).runSingle().getPrimaryResult().getScore();
        System.out.printf("%s,\"ns\":[%.5f]}%n", head(one, mode), ns);
    }

    /** prove IDS, or run IDS MS OPERATIONS. */
    public static void main(String[] words) throws IOException, RunnerException {
        List<String[]> wrongs = new ArrayList<>();
        List<Batch> batches = Batch.read(Path.of(words[1]), wrongs);
        List<String> wanted = words.length > 3 ? List.of(words[3].split(",")) : List.of();
        for (Case one : Case.values()) {
            if (words[0].equals("prove")) {
                prove(one, batches, wrongs);
            } else if (wanted.contains(one.operation)) {
                time(one, "one", words[1], Double.parseDouble(words[2]));
                if (one.generates()) {
                    time(one, "threads", words[1], Double.parseDouble(words[2]));
                }
            }
        }
    }
}
