// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Set;

/**
 * Loads the JNI library, once for each class loader.
 *
 * <p>The jar holds the library for each system. Linux loads a library from a file only, so
 * Guidon writes the library into a new folder that only this user may enter, checks owner, mode
 * and digest, loads it and deletes the folder. Each process has a folder of its own, so no
 * process ever reads the half-written file of another one. A process that is killed between the
 * two steps leaves a folder, which a later process deletes.
 */
final class Library {
    /** {@code jar} (default), {@code path} for java.library.path, or {@code off}. */
    static final String HOW = "guidon.native";
    /** The folder in which the folder for the library is made; java.io.tmpdir by default. */
    static final String FOLDER = "guidon.native.dir";

    private static final String NAME = "guidon-java";
    private static final String FILE = "libguidon-java.so";
    private static final String PREFIX = "guidon-java-";
    private static final String SYSTEMS =
            "Linux with glibc on x86-64 and AArch64, and Linux with musl on x86-64";
    /** A process needs some milliseconds to write the file and to load it. */
    private static final Duration LEFT_BEHIND = Duration.ofMinutes(10);
    private static final Set<PosixFilePermission> PRIVATE =
            PosixFilePermissions.fromString("rwx------");

    private Library() {
    }

    /**
     * What loading has come to.
     *
     * @param failure why the library is not loaded; null if it is
     * @param plain may Guidon go on in plain Java?
     * @param cause of the failure; may be null
     */
    record Outcome(String failure, boolean plain, Throwable cause) {
        RuntimeException exception(String what) {
            String message = what + " needs Guidon's native library: " + failure;
            return plain ? new UnsupportedOperationException(message, cause)
                    : new IllegalStateException(message, cause);
        }
    }

    static Outcome load() {
        String how = System.getProperty(HOW, "jar");
        switch (how) {
            case "off":
                return plain("the property " + HOW + " is \"off\"");
            case "path":
                return loadFromPath();
            case "jar":
                return loadFromJar();
            default:
                return failed("the property " + HOW + " is \"" + how
                        + "\"; it must be \"jar\", \"path\" or \"off\"", null);
        }
    }

    private static Outcome plain(String why) {
        return new Outcome(why, true, null);
    }

    private static Outcome failed(String why, Throwable cause) {
        return new Outcome(why, false, cause);
    }

    private static Outcome loadFromPath() {
        try {
            System.loadLibrary(NAME);
            return new Outcome(null, false, null);
        } catch (UnsatisfiedLinkError error) {
            return failed("java.library.path has no usable " + FILE + ": " + error.getMessage(),
                    error);
        }
    }

    private static Outcome loadFromJar() {
        String system = system();
        byte[] library;
        byte[] digest;
        try {
            library = resource("native/" + system + "/" + FILE);
            digest = resource("native/" + system + "/" + FILE + ".sha256");
        } catch (IOException exception) {
            return failed("the jar cannot be read: " + exception.getMessage(), exception);
        }
        if (library == null || digest == null) {
            return plain("there is none for " + system + "; there is one for " + SYSTEMS);
        }
        Path parent = Path.of(System.getProperty(FOLDER, System.getProperty("java.io.tmpdir")));
        try {
            loadFromFolder(parent, library, digestOf(digest));
            return new Outcome(null, false, null);
        } catch (IOException | UnsatisfiedLinkError | SecurityException
                | UnsupportedOperationException exception) {
            return failed("it cannot be loaded from the folder " + parent + " ("
                    + exception + "); set the property " + FOLDER + " to a folder that this user "
                    + "can write, on a file system without the option noexec", exception);
        }
    }

    /** The name of this system in the jar, such as {@code linux-x86_64}. */
    static String system() {
        String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        os = os.startsWith("linux") ? isMusl() ? "linux-musl" : "linux" : os.replace(' ', '-');
        return os + "-" + (arch.equals("amd64") ? "x86_64" : arch);
    }

    private static boolean isMusl() {
        try (var lines = Files.lines(Path.of("/proc/self/maps"), StandardCharsets.ISO_8859_1)) {
            return lines.anyMatch(line -> line.contains("/ld-musl-"));
        } catch (IOException | RuntimeException exception) {
            return false;
        }
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = Library.class.getResourceAsStream("/" + name)) {
            return in == null ? null : in.readAllBytes();
        }
    }

    /** The digest of a line that sha256sum has written. */
    private static byte[] digestOf(byte[] line) throws IOException {
        String text = new String(line, StandardCharsets.ISO_8859_1);
        try {
            return HexFormat.of().parseHex(text, 0, 64);
        } catch (IllegalArgumentException | IndexOutOfBoundsException exception) {
            throw new IOException("the digest of the library in the jar is damaged", exception);
        }
    }

    /** Writes the library into a new folder, checks both, loads it and deletes them. */
    private static void loadFromFolder(Path parent, byte[] library, byte[] digest)
            throws IOException {
        checkParent(parent);
        deleteLeftBehind(parent);
        FileAttribute<?> mode = PosixFilePermissions.asFileAttribute(PRIVATE);
        Path folder = Files.createTempDirectory(parent, PREFIX, mode);
        Path file = folder.resolve(FILE);
        try {
            Files.write(file, library, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            check(folder, file, digest);
            System.load(file.toAbsolutePath().toString());
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        }
    }

    /** In a folder that others may write, only the sticky bit keeps them from moving ours.
     * It does not keep the owner of the folder from that. */
    private static void checkParent(Path parent) throws IOException {
        if (!Integer.valueOf(0).equals(Files.getAttribute(parent, "unix:uid"))
                && !isOurs(parent.toRealPath())) {
            throw new IOException("it belongs to another user");
        }
        int mode = (Integer) Files.getAttribute(parent, "unix:mode");
        if ((mode & 022) != 0 && (mode & 01000) == 0) {
            throw new IOException("other users may write into it, and its mode has no sticky bit");
        }
    }

    static void check(Path folder, Path file, byte[] digest) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                || !isOurs(folder) || !isOurs(file)
                || !PRIVATE.equals(
                        Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS))) {
            throw new IOException("the new folder " + folder + " has another owner or mode");
        }
        try {
            byte[] found = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
            if (!MessageDigest.isEqual(found, digest)) {
                throw new IOException("the file " + file + " has not the digest of the jar");
            }
        } catch (NoSuchAlgorithmException exception) {
            throw new IOException(exception);
        }
    }

    /** Is this user the owner of a file? The user of a process owns its entry in /proc. */
    private static boolean isOurs(Path file) throws IOException {
        return Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }

    /** Deletes what a killed process has left. Nothing that fails here matters. */
    private static void deleteLeftBehind(Path parent) {
        Instant limit = Instant.now().minus(LEFT_BEHIND);
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path folder : folders) {
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                        && isOurs(folder)
                        && Files.getLastModifiedTime(folder, LinkOption.NOFOLLOW_LINKS)
                                .toInstant().isBefore(limit)) {
                    Files.deleteIfExists(folder.resolve(FILE));
                    Files.deleteIfExists(folder);
                }
            }
        } catch (IOException | RuntimeException exception) {
            // The folders of other users, or of a process that deletes them now.
        }
    }
}
