// SPDX-License-Identifier: MIT
// hint.mjs - recognises files whose text the page cannot read as it stands.

const HEAD = 4096; // bytes that tell UTF-16
const LF = 10,
    CR = 13;

/** How files begin that hold text in a compressed form. */
const PACKED = {
    gzip: [0x1f, 0x8b],
    zip: [0x50, 0x4b, 3, 4],
    zstd: [0x28, 0xb5, 0x2f, 0xfd],
    xz: [0xfd, 0x37, 0x7a, 0x58, 0x5a],
    bzip2: [0x42, 0x5a, 0x68],
};

/** Text in UTF-16 has a byte order mark, or a zero in nearly every second byte. */
function isUtf16(bytes) {
    const mark = (bytes[0] << 8) | bytes[1];
    const head = bytes.subarray(0, HEAD);
    const zeros = [0, 0];
    head.forEach((byte, i) => {
        zeros[i % 2] += byte === 0;
    });
    return (
        mark === 0xfffe ||
        mark === 0xfeff ||
        (Math.max(...zeros) > head.length * 0.4 && Math.min(...zeros) < head.length * 0.02)
    );
}

/** What to do with a file, by its first bytes; undefined if it can be read. */
export function hintOf(bytes) {
    const packed = Object.keys(PACKED).find((name) =>
        PACKED[name].every((byte, i) => bytes[i] === byte),
    );
    if (packed !== undefined && bytes.subarray(0, HEAD).some((byte) => byte < 9)) {
        return `is compressed by ${packed}, so its ids are not found. Unpack it first.`;
    }
    if (isUtf16(bytes)) {
        return "is text in UTF-16, in which no ids are found. Save it in UTF-8.";
    }
    return bytes.includes(CR) && !bytes.includes(LF)
        ? "ends its lines with a carriage return alone, so it is read as one line. Save it " +
              "with line feeds."
        : undefined;
}
