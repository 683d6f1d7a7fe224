// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's programs run, and its table names every method. */
class ReadmeTest {
    private final String readme = read();

    private static String read() {
        try {
            return Files.readString(Vectors.ROOT.resolve("bindings/java/README.md"));
        } catch (java.io.IOException exception) {
            throw new java.io.UncheckedIOException(exception);
        }
    }

    private List<String> blocks() {
        List<String> blocks = new ArrayList<>();
        Matcher matcher = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(readme);
        while (matcher.find()) {
            blocks.add(matcher.group(1));
        }
        return blocks;
    }

    @Test
    void programsRun(@TempDir Path folder) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Assumptions.assumeTrue(compiler != null, "a run-time image has no compiler");
        int programs = 0;
        for (String block : blocks()) {
            Matcher name = Pattern.compile("^(?:public )?class (\\w+)", Pattern.MULTILINE)
                    .matcher(block);
            assertTrue(name.find(), block);
            Path file = Files.writeString(folder.resolve(name.group(1) + ".java"), block);
            assertEquals(0, compiler.run(null, null, null, "-d", folder.toString(), "-cp",
                    System.getProperty("java.class.path"), file.toString()), block);
            try (URLClassLoader loader = new URLClassLoader(
                    new URL[] {folder.toUri().toURL()}, ReadmeTest.class.getClassLoader())) {
                loader.setDefaultAssertionStatus(true);
                Class<?> program = loader.loadClass(name.group(1));
                if (!block.contains(" main(")) {
                    continue; // FrameworksTest has these lines too
                }
                Method main = program.getDeclaredMethod("main", String[].class);
                main.setAccessible(true);
                main.invoke(null, (Object) new String[0]);
            }
            programs++;
        }
        assertEquals(8, programs);
    }

    @Test
    void everyMethodIsNamed() {
        TreeSet<String> missing = new TreeSet<>();
        for (Class<?> type : new Class<?>[] {Guidon.class, Ulid.class, Comparators.class}) {
            for (Method method : type.getDeclaredMethods()) {
                boolean plain = Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()
                        && !method.getName().matches("toString|hashCode|equals|compareTo"
                                + "|fromString|(most|least)SignificantBits");
                if (plain && !Pattern.compile("`[^`]*\\b" + method.getName() + "\\b")
                        .matcher(readme).find()) {
                    missing.add(type.getSimpleName() + "." + method.getName());
                }
            }
        }
        assertEquals(new TreeSet<>(), missing);
    }
}
