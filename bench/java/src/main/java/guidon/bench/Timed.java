// SPDX-License-Identifier: MIT
// JMH calls this class: in each fork, it repeats one case.
package guidon.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Timed {
    @Param("")
    public String name;

    private Batch batch;
    private Consumer<Batch> run;

    @Setup
    public void setUp() throws IOException {
        batch = Batch.read(Path.of(System.getProperty("ids")), new ArrayList<>()).get(0);
        run = Case.valueOf(name).run;
    }

    @Benchmark
    @OperationsPerInvocation(Batch.SIZE)
    public Object[] all() {
        run.accept(batch);
        return batch.out;
    }
}
