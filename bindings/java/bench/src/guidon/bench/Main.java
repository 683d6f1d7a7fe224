// SPDX-License-Identifier: MIT
package guidon.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs all benchmarks in rounds, each in a JVM of its own, so that what else the machine does
 * meets all of them. Prints the median of the rounds in nanoseconds. Arguments: the rounds, and
 * a part of the names of the benchmarks.
 */
public final class Main {
    private Main() {
    }

    public static void main(String[] words) throws RunnerException {
        int rounds = Integer.parseInt(words[0]);
        Map<String, List<Double>> scores = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            var options = new OptionsBuilder().include(Ids.class.getName() + "\\..*" + (words.length > 1 ? words[1] : "")).forks(1)
                    .warmupIterations(2).warmupTime(TimeValue.milliseconds(300))
                    .measurementIterations(3).measurementTime(TimeValue.milliseconds(200))
                    .jvmArgsAppend("-Xmx512m").shouldFailOnError(true)
                    .verbosity(VerboseMode.SILENT).build();
            for (RunResult result : new Runner(options).run()) {
                scores.computeIfAbsent(result.getPrimaryResult().getLabel(),
                        name -> new ArrayList<>()).add(result.getPrimaryResult().getScore());
            }
        }
        Map<String, Map<String, Double>> table = new TreeMap<>();
        scores.forEach((name, all) -> {
            all.sort(null);
            String[] parts = name.split("__");
            table.computeIfAbsent(parts[0], operation -> new TreeMap<>())
                    .put(parts[1], all.get(all.size() / 2));
        });
        System.out.println("Java " + Runtime.version() + ", ns, median of " + rounds + " rounds");
        table.forEach((operation, medians) -> {
            StringBuilder line = new StringBuilder(String.format("%-14s", operation));
            medians.forEach((library, ns) ->
                    line.append(String.format("  %s %.1f", library, ns)));
            System.out.println(line);
        });
    }
}
