// SPDX-License-Identifier: MIT
package io.github.owner.guidon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/** The shared vectors of tests/vectors, which every language reads. */
final class Vectors {
    static final Path ROOT = Path.of(System.getProperty("guidon.root"));
    private static final Path FOLDER = ROOT.resolve("tests/vectors");
    private static final ObjectMapper JSON = new ObjectMapper();

    private Vectors() {
    }

    static List<String> files() {
        try (var paths = Files.list(FOLDER)) {
            return paths.map(path -> path.getFileName().toString())
                    .filter(name -> name.endsWith(".json"))
                    .map(name -> name.substring(0, name.length() - 5)).sorted().toList();
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }

    private static JsonNode file(String name) {
        try {
            return JSON.readTree(FOLDER.resolve(name + ".json").toFile());
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }

    /** The names of the parts of a file that hold rows, each behind the name of the file. */
    static List<String> parts(String name) {
        List<String> parts = new ArrayList<>();
        file(name).properties().forEach(part -> {
            if (part.getValue().isArray()) {
                parts.add(name + "." + part.getKey());
            }
        });
        return parts;
    }

    static List<JsonNode> rows(String part) {
        List<JsonNode> rows = new ArrayList<>();
        String[] names = part.split("\\.");
        file(names[0]).get(names[1]).forEach(rows::add);
        return rows;
    }

    static byte[] bytes(JsonNode row, String field) {
        return HexFormat.of().parseHex(row.get(field).asText());
    }

    static UUID id(JsonNode row, String field) {
        return id(row.get(field).asText());
    }

    static UUID id(String digits) {
        return Guidon.fromBytes(HexFormat.of().parseHex(digits));
    }

    /** Large integers are strings. */
    static long number(JsonNode row, String field) {
        return Long.parseLong(row.get(field).asText());
    }
}
