// SPDX-License-Identifier: MIT
// loader.mjs - unpacks the style, the script and the WebAssembly module that the page
// holds, and starts them. The content security policy has the hashes of style and script,
// so the browser takes no others.

/* global PACKED, DIGITS */

/** Read five digits of base 85 as four bytes, as build.py writes them. */
function bytesOf(text) {
    const bytes = new Uint8Array((text.length / 5) * 4);
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < text.length; i += 5) {
        let value = 0;
        for (const digit of text.slice(i, i + 5)) {
            value = value * 85 + DIGITS.indexOf(digit);
        }
        view.setUint32((i / 5) * 4, value);
    }
    return bytes;
}

/** The parts of the packed bytes. build.py writes the length of each before it. */
function* partsOf(buffer) {
    const view = new DataView(buffer);
    for (let at = 0; at < buffer.byteLength; ) {
        const length = view.getUint32(at);
        yield buffer.slice(at + 4, at + 4 + length);
        at += 4 + length;
    }
}

function append(name, text) {
    const element = document.createElement(name);
    element.textContent = new TextDecoder().decode(text);
    document.body.append(element);
}

async function load() {
    const length = new DataView(bytesOf(PACKED.slice(0, 5)).buffer).getUint32(0);
    const packed = bytesOf(PACKED.slice(5)).subarray(0, length);
    const [module, script, style] = partsOf(
        await new Response(
            new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")),
        ).arrayBuffer(),
    );
    append("style", style);
    document.body.hidden = false;
    globalThis.guidonModule = module;
    append("script", script);
}

document.body.hidden = true; // until the style is there
load().catch((error) => {
    document.body.hidden = false;
    document.getElementById("main").textContent =
        `This browser cannot run the page: ${error.message}`;
});
