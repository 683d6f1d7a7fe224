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
