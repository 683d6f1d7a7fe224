// SPDX-License-Identifier: MIT
//! The crates uuid, uuid-simd and ulid, compiled into the timed loops.

mod harness;

use harness::{Case, Input, Makes, Output, BATCH};
use std::cell::RefCell;
use ulid::Ulid;
use uuid::Uuid;
use uuid_simd::{AsOut, AsciiCase};

fn uuid_format(input: &Input, out: &mut Output) {
    for i in 0..BATCH {
        Uuid::from_bytes(input.ids[i])
            .hyphenated()
            .encode_lower(&mut out.uuids[i]);
    }
}

fn uuid_parse(input: &Input, out: &mut Output) {
    for i in 0..BATCH {
        out.ids[i] = Uuid::try_parse(&input.uuids[i]).unwrap().into_bytes();
    }
}

fn simd_format(input: &Input, out: &mut Output) {
    for i in 0..BATCH {
        let _ =
            uuid_simd::format_hyphenated(&input.ids[i], out.uuids[i].as_out(), AsciiCase::Lower);
    }
}

fn simd_parse(input: &Input, out: &mut Output) {
    for i in 0..BATCH {
        uuid_simd::parse_hyphenated(input.uuids[i].as_bytes(), out.ids[i].as_out()).unwrap();
    }
}

fn simd_accepts(text: &str) -> bool {
    uuid_simd::parse_hyphenated(text.as_bytes(), [0; 16].as_out()).is_ok()
}

fn write_upper(input: &Input, out: &mut Output) {
    for i in 0..BATCH {
        Uuid::from_bytes(input.ids[i])
            .hyphenated()
            .encode_upper(&mut out.texts[i]);
    }
}

fn write_hex(input: &Input, out: &mut Output) {
    for i in 0..BATCH {
        Uuid::from_bytes(input.ids[i])
            .simple()
            .encode_lower(&mut out.texts[i]);
    }
}

fn write_hex_upper(input: &Input, out: &mut Output) {
    for i in 0..BATCH {
        Uuid::from_bytes(input.ids[i])
            .simple()
            .encode_upper(&mut out.texts[i]);
    }
}

fn write_braces(input: &Input, out: &mut Output) {
    for i in 0..BATCH {
        Uuid::from_bytes(input.ids[i])
            .braced()
            .encode_upper(&mut out.texts[i]);
    }
}

fn write_urn(input: &Input, out: &mut Output) {
    for i in 0..BATCH {
        Uuid::from_bytes(input.ids[i])
            .urn()
            .encode_lower(&mut out.texts[i]);
    }
}

fn read_texts(texts: &[String], out: &mut Output) {
    for i in 0..BATCH {
        out.ids[i] = Uuid::try_parse(&texts[i]).unwrap().into_bytes();
    }
}

/// uuid-simd writes one id in a form of its own function.
fn simd_write_texts<const LEN: usize>(
    input: &Input,
    out: &mut Output,
    case: AsciiCase,
    write: impl for<'a> Fn(&[u8; 16], uuid_simd::Out<'a, [u8; LEN]>, AsciiCase) -> &'a mut [u8; LEN],
) {
    for i in 0..BATCH {
        let text: &mut [u8; LEN] = (&mut out.texts[i][..LEN]).try_into().unwrap();
        let _ = write(&input.ids[i], text.as_out(), case);
    }
}

fn simd_write_upper(input: &Input, out: &mut Output) {
    simd_write_texts(input, out, AsciiCase::Upper, uuid_simd::format_hyphenated);
}

fn simd_write_hex(input: &Input, out: &mut Output) {
    simd_write_texts(input, out, AsciiCase::Lower, uuid_simd::format_simple);
}

fn simd_write_hex_upper(input: &Input, out: &mut Output) {
    simd_write_texts(input, out, AsciiCase::Upper, uuid_simd::format_simple);
}

fn simd_read_hyphenated(texts: &[String], out: &mut Output) {
    for i in 0..BATCH {
        uuid_simd::parse_hyphenated(texts[i].as_bytes(), out.ids[i].as_out()).unwrap();
    }
}

fn simd_read_simple(texts: &[String], out: &mut Output) {
    for i in 0..BATCH {
        uuid_simd::parse_simple(texts[i].as_bytes(), out.ids[i].as_out()).unwrap();
    }
}

fn ulid_format(input: &Input, out: &mut Output) {
    for i in 0..BATCH {
        Ulid::from_bytes(input.ids[i]).array_to_str(&mut out.ulids[i]);
    }
}

fn ulid_parse(input: &Input, out: &mut Output) {
    for i in 0..BATCH {
        out.ids[i] = Ulid::from_string(&input.ulids[i]).unwrap().to_bytes();
    }
}

fn named(input: &Input, out: &mut Output, make: impl Fn(&Uuid, &[u8]) -> Uuid) {
    let namespace = Uuid::from_bytes(input.namespace);
    for i in 0..BATCH {
        out.ids[i] = make(&namespace, input.names[i].as_bytes()).into_bytes();
    }
}

fn v3(input: &Input, out: &mut Output) {
    named(input, out, Uuid::new_v3);
}

fn v5(input: &Input, out: &mut Output) {
    named(input, out, Uuid::new_v5);
}

const NODE: [u8; 6] = [3, 1, 4, 1, 5, 9];

fn v1(_: &Input, out: &mut Output) {
    out.ids.fill_with(|| Uuid::now_v1(&NODE).into_bytes());
}

fn v4(_: &Input, out: &mut Output) {
    out.ids.fill_with(|| Uuid::new_v4().into_bytes());
}

fn v6(_: &Input, out: &mut Output) {
    out.ids.fill_with(|| Uuid::now_v6(&NODE).into_bytes());
}

fn v7(_: &Input, out: &mut Output) {
    out.ids.fill_with(|| Uuid::now_v7().into_bytes());
}

fn ulid(_: &Input, out: &mut Output) {
    out.ids.fill_with(|| Ulid::generate().to_bytes());
}

thread_local! {
    static GENERATOR: RefCell<ulid::Generator> = RefCell::new(ulid::Generator::new());
}

fn ulid_monotonic(_: &Input, out: &mut Output) {
    GENERATOR.with_borrow_mut(|generator| {
        out.ids
            .fill_with(|| generator.generate().unwrap().to_bytes());
    });
}

/// The random source of the crates' generators.
const CHACHA12: &str = "ChaCha12";

const CASES: &[Case] = &[
    Case::new("uuid", "uuid_format", Makes::UuidText, uuid_format),
    Case::new("uuid", "uuid_parse", Makes::Ids, uuid_parse)
        .accepts(|text| Uuid::try_parse(text).is_ok()),
    Case::new("uuid-simd", "uuid_format", Makes::UuidText, simd_format),
    Case::new("uuid-simd", "uuid_parse", Makes::Ids, simd_parse).accepts(simd_accepts),
    Case::new("uuid", "write_uuid-upper", Makes::Text(36), write_upper),
    Case::new("uuid", "write_hex", Makes::Text(32), write_hex),
    Case::new("uuid", "write_hex-upper", Makes::Text(32), write_hex_upper),
    Case::new("uuid", "write_braces", Makes::Text(38), write_braces),
    Case::new("uuid", "write_urn", Makes::Text(45), write_urn),
    Case::new("uuid", "read_uuid-upper", Makes::Ids, |input, out| {
        read_texts(&input.forms.upper, out)
    }),
    Case::new("uuid", "read_hex", Makes::Ids, |input, out| {
        read_texts(&input.forms.hex, out)
    }),
    Case::new("uuid", "read_hex-upper", Makes::Ids, |input, out| {
        read_texts(&input.forms.hex_upper, out)
    }),
    Case::new("uuid", "read_braces", Makes::Ids, |input, out| {
        read_texts(&input.forms.braces, out)
    }),
    Case::new("uuid", "read_urn", Makes::Ids, |input, out| {
        read_texts(&input.forms.urn, out)
    }),
    Case::new("uuid-simd", "write_uuid-upper", Makes::Text(36), simd_write_upper),
    Case::new("uuid-simd", "write_hex", Makes::Text(32), simd_write_hex),
    Case::new("uuid-simd", "write_hex-upper", Makes::Text(32), simd_write_hex_upper),
    Case::new("uuid-simd", "read_uuid-upper", Makes::Ids, |input, out| {
        simd_read_hyphenated(&input.forms.upper, out)
    }),
    Case::new("uuid-simd", "read_hex", Makes::Ids, |input, out| {
        simd_read_simple(&input.forms.hex, out)
    }),
    Case::new("uuid-simd", "read_hex-upper", Makes::Ids, |input, out| {
        simd_read_simple(&input.forms.hex_upper, out)
    }),
    Case::new("ulid", "ulid_format", Makes::UlidText, ulid_format),
    Case::new("ulid", "ulid_parse", Makes::Ids, ulid_parse)
        .accepts(|text| Ulid::from_string(text).is_ok()),
    Case::new("uuid", "v3", Makes::Ids, v3),
    Case::new("uuid", "v5", Makes::Ids, v5),
    Case::new("uuid", "v1", Makes::Ids, v1)
        .threads()
        .note("clock sequence counts within a tick"),
    Case::new("uuid", "v4", Makes::Ids, v4)
        .threads()
        .note(CHACHA12),
    Case::new("uuid", "v6", Makes::Ids, v6)
        .threads()
        .note("clock sequence counts within a tick"),
    Case::new("uuid", "v7", Makes::Ids, v7)
        .ordered()
        .threads()
        .note("in order across threads"),
    Case::new("ulid", "ulid", Makes::Ids, ulid)
        .threads()
        .note(CHACHA12),
    Case::new("ulid", "ulid_monotonic", Makes::Ids, ulid_monotonic)
        .ordered()
        .threads(),
];

fn main() {
    harness::main(CASES);
}
