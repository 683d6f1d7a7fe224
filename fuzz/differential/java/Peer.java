// SPDX-License-Identifier: MIT
// java.util.UUID as a peer of the differential test.

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

public final class Peer {
    private static void readTexts(byte[] data, OutputStream out)
            throws IOException {
        ByteBuffer answer = ByteBuffer.allocate(17);
        for (int at = 0; at < data.length; at += 1 + data[at]) {
            String text = new String(data, at + 1, data[at],
                    StandardCharsets.ISO_8859_1);
            answer.clear();
            try {
                UUID id = UUID.fromString(text);
                answer.put((byte) 1).putLong(id.getMostSignificantBits())
                        .putLong(id.getLeastSignificantBits());
            } catch (IllegalArgumentException refused) {
                answer.put((byte) 0).putLong(0).putLong(0);
            }
            out.write(answer.array());
        }
    }

    private static void writeTexts(byte[] data, OutputStream out)
            throws IOException {
        ByteBuffer ids = ByteBuffer.wrap(data);
        while (ids.hasRemaining()) {
            UUID id = new UUID(ids.getLong(), ids.getLong());
            out.write(id.toString().getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    public static void main(String[] args) throws IOException {
        byte[] data = System.in.readAllBytes();
        try (OutputStream out = new BufferedOutputStream(System.out, 1 << 16)) {
            if (args[1].equals("format")) {
                writeTexts(data, out);
            } else {
                readTexts(data, out);
            }
        }
    }
}
