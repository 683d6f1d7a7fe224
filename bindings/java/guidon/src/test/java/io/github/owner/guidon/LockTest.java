// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The jars on the class path of the tests are those of checksums.txt. */
class LockTest {
    @Test
    void jarsHaveTheirDigests() throws Exception {
        Map<String, String> due = new TreeMap<>();
        for (String line : Files.readAllLines(
                Path.of(System.getProperty("guidon.checksums")))) {
            if (!line.startsWith("#")) {
                due.put(line.substring(66), line.substring(0, 64));
            }
        }
        Map<String, String> found = new TreeMap<>();
        String path = System.getProperty("surefire.test.class.path",
                System.getProperty("java.class.path"));
        for (String place : path.split(":")) {
            // Surefire itself adds its launcher.
            if (place.endsWith(".jar") && !place.contains("/surefire")) {
                Path jar = Path.of(place);
                found.put(jar.getFileName().toString(), HexFormat.of().formatHex(
                        MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar))));
            }
        }
        assertEquals(due, found);
    }
}
