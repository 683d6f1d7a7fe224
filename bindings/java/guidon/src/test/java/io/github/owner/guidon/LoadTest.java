// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the native library is loaded, in JVMs of their own. */
class LoadTest {
    private static final Path CLASSES = Path.of(System.getProperty("guidon.classes"));

    @TempDir
    Path folder;

    /** Where the children make the folder of the library. */
    private Path place;

    private record Result(int status, String output) {
    }

    @BeforeEach
    void makePlace() throws IOException {
        place = Files.createDirectory(folder.resolve("place"));
    }

    private Process start(Path classes, List<String> options, String... words) throws IOException {
        Path tests = CLASSES.resolveSibling("test-classes");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", classes + ":" + tests, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "-Dguidon.native.dir=" + place));
        command.addAll(options);
        command.add(Exercise.class.getName());
        command.addAll(List.of(words));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static Result end(Process process) throws Exception {
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(),
                StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }

    private Result run(Path classes, List<String> options, String... words) throws Exception {
        return end(start(classes, options, words));
    }

    private List<Path> left() throws IOException {
        try (var paths = Files.list(place)) {
            return paths.toList();
        }
    }

    private void fails(Result result, String... due) {
        assertFalse(result.status == 0, result.output);
        for (String text : due) {
            assertTrue(result.output.contains(text), result.output);
        }
    }

    /** The JVM checks every call of JNI and prints what is wrong with it. */
    @Test
    void everyNativeMethodUnderXcheck() throws Exception {
        Result result = run(CLASSES, List.of("-Xcheck:jni"), "all", "2", folder.toString());
        assertEquals("done", result.output.lines().filter(LoadTest::isOurs).reduce("",
                String::concat), result.output);
        assertEquals(0, result.status);
        assertEquals(List.of(), left());
    }

    /** Java 24 and later warn of every program that loads a library. */
    private static boolean isOurs(String line) {
        return !line.matches("WARNING: .*(restricted method|java.lang.System::load|"
                + "enable-native-access|Restricted methods).*");
    }

    @Test
    void twoAtOnceAndWhatAKilledOneLeaves() throws Exception {
        Path old = Files.createDirectory(place.resolve("guidon-java-1"));
        Files.writeString(old.resolve("libguidon-java.so"), "half");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minusSeconds(3600)));
        Path young = Files.createDirectory(place.resolve("guidon-java-2"));
        Files.writeString(young.resolve("libguidon-java.so"), "half");
        Path other = Files.createDirectory(place.resolve("other-1"));
        Files.setLastModifiedTime(other, FileTime.from(Instant.now().minusSeconds(3600)));
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(start(CLASSES, List.of(), "v7"));
        }
        Set<String> ids = new HashSet<>();
        for (Process process : processes) {
            Result result = end(process);
            assertEquals(0, result.status, result.output);
            assertTrue(ids.add(result.output));
        }
        assertEquals(Set.of(young, other), Set.copyOf(left()));
    }

    @Test
    void foldersThatCannotBeUsed() throws Exception {
        place = folder.resolve("none");
        fails(run(CLASSES, List.of(), "v7"), "IllegalStateException", "guidon.native.dir",
                place.toString());
        place = Path.of("/proc");
        fails(run(CLASSES, List.of(), "v7"), "guidon.native.dir");
        place = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
        fails(run(CLASSES, List.of(), "v7"), "sticky bit", "guidon.native.dir");
        assertEquals(List.of(), left());
        if (Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
            place = Files.createDirectory(folder.resolve("foreign"));
            Files.setAttribute(place, "unix:uid", 65534);
            fails(run(CLASSES, List.of(), "v7"), "belongs to another user");
            assertEquals(List.of(), left());
        }
    }

    /** A copy of the classes, whose native library is other bytes. */
    private Path damaged(byte[] library, boolean digest) throws Exception {
        Path copy = Files.createDirectory(folder.resolve("classes"));
        List<Path> files;
        try (var paths = Files.walk(CLASSES)) {
            files = paths.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            Path to = copy.resolve(CLASSES.relativize(file));
            Files.createDirectories(to.getParent());
            Files.copy(file, to);
        }
        Path place = copy.resolve("native").resolve(Library.system());
        Files.write(place.resolve("libguidon-java.so"), library);
        if (digest) {
            Files.writeString(place.resolve("libguidon-java.so.sha256"), HexFormat.of().formatHex(
                    MessageDigest.getInstance("SHA-256").digest(library)) + "  x\n");
        }
        return copy;
    }

    @Test
    void digestIsChecked() throws Exception {
        Path library = CLASSES.resolve("native").resolve(Library.system())
                .resolve("libguidon-java.so");
        byte[] bytes = Files.readAllBytes(library);
        bytes[bytes.length / 2] ^= 1;
        fails(run(damaged(bytes, false), List.of(), "v7"), "digest", "guidon.native.dir");
        assertEquals(List.of(), left());
    }

    /** What the dynamic loader refuses, as on a file system with noexec. */
    @Test
    void libraryThatCannotBeLoaded() throws Exception {
        fails(run(damaged(new byte[100], true), List.of(), "v7"), "IllegalStateException",
                "noexec", "guidon.native.dir");
        assertEquals(List.of(), left());
    }

    @Test
    void fromThePathOfTheJvm() throws Exception {
        Path libraries = CLASSES.resolve("native").resolve(Library.system());
        Result result = run(CLASSES, List.of("-Dguidon.native=path",
                "-Djava.library.path=" + libraries), "all", "1");
        assertEquals(0, result.status, result.output);
        fails(run(CLASSES, List.of("-Dguidon.native=path", "-Djava.library.path=/proc"), "v7"),
                "java.library.path");
    }

    @Test
    void withoutALibrary() throws Exception {
        Result result = run(CLASSES, List.of("-Dguidon.native=off"), "v7");
        assertEquals(0, result.status, result.output);
        assertEquals(7, Guidon.parseUuid(result.output.strip()).version());
        result = run(CLASSES, List.of("-Dos.arch=sparc"), "v7");
        assertEquals(0, result.status, result.output);
        fails(run(CLASSES, List.of("-Dos.arch=sparc"), "all", "1"),
                "UnsupportedOperationException", "linux-sparc", "AArch64");
        fails(run(CLASSES, List.of("-Dguidon.native=maybe"), "v7"), "\"maybe\"", "\"off\"");
        assertEquals(List.of(), left());
    }

    /** Each class loader has a library of its own, and can be collected. */
    @Test
    void classLoaders() throws Exception {
        Set<String> ids = new HashSet<>();
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            loaders.add(useALoader(ids));
        }
        assertEquals(20, ids.size());
        for (int i = 0; i < 100 && loaders.stream().anyMatch(loader -> loader.get() != null); i++) {
            System.gc();
            Thread.yield();
        }
        assertTrue(loaders.stream().allMatch(loader -> loader.get() == null));
    }

    /** The thread ends when its class loader may be gone: the library is still there. */
    private static WeakReference<ClassLoader> useALoader(Set<String> ids) throws Exception {
        URLClassLoader loader = new URLClassLoader(new URL[] {CLASSES.toUri().toURL()},
                ClassLoader.getPlatformClassLoader());
        Class<?> foreign = loader.loadClass(Guidon.class.getName());
        assertFalse(foreign == Guidon.class);
        Thread thread = new Thread(() -> {
            try {
                ids.add(foreign.getMethod("v7").invoke(null).toString());
            } catch (ReflectiveOperationException exception) {
                throw new AssertionError(exception);
            }
        });
        thread.start();
        thread.join();
        ids.add(foreign.getMethod("v7").invoke(null).toString());
        loader.close();
        return new WeakReference<>(loader);
    }
}
