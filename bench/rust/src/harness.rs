// SPDX-License-Identifier: MIT
//! Reads the ids, checks and times the cases, prints JSON lines.

use std::fs;
use std::hint::black_box;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

pub const BATCH: usize = 256;

/// One batch of the file of ids that Guidon wrote.
#[derive(Clone, Default)]
pub struct Input {
    pub ids: Vec<[u8; 16]>,
    pub uuids: Vec<String>,
    pub ulids: Vec<String>,
    pub names: Vec<String>,
    pub namespace: [u8; 16],
    pub forms: Forms,
}

/// The texts of the ids in other forms.
#[derive(Clone, Default)]
pub struct Forms {
    pub upper: Vec<String>,
    pub hex: Vec<String>,
    pub hex_upper: Vec<String>,
    pub braces: Vec<String>,
    pub urn: Vec<String>,
}

impl Forms {
    fn push(&mut self, uuid: &str) {
        let hex = uuid.replace('-', "");
        self.upper.push(uuid.to_uppercase());
        self.hex_upper.push(hex.to_uppercase());
        self.hex.push(hex);
        self.braces.push(format!("{{{}}}", uuid.to_uppercase()));
        self.urn.push(format!("urn:uuid:{uuid}"));
    }
}

/// The longest text that a crate writes: urn:uuid: and a UUID.
pub const TEXT_MAX: usize = 45;

/// Texts, each in an array.
pub struct Output {
    pub texts: Vec<[u8; TEXT_MAX]>,
    pub ids: Vec<[u8; 16]>,
    pub uuids: Vec<[u8; 36]>,
    pub ulids: Vec<[u8; 26]>,
}

impl Output {
    fn new() -> Self {
        Output {
            texts: vec![[0; TEXT_MAX]; BATCH],
            ids: vec![[0; 16]; BATCH],
            uuids: vec![[0; 36]; BATCH],
            ulids: vec![[0; 26]; BATCH],
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum Makes {
    Ids,
    UuidText,
    UlidText,
    Text(usize), // texts of this length
}

/// One operation on every id of a batch. For parsers, `accepts` says whether the
/// same call accepts this text.
#[derive(Clone, Copy)]
pub struct Case {
    pub library: &'static str,
    pub operation: &'static str,
    pub makes: Makes,
    pub run: fn(&Input, &mut Output),
    pub accepts: Option<fn(&str) -> bool>,
    pub ordered: bool,
    pub threads: bool, // also time it with two threads
    pub note: &'static str,
}

impl Case {
    pub const fn new(
        library: &'static str,
        operation: &'static str,
        makes: Makes,
        run: fn(&Input, &mut Output),
    ) -> Self {
        Case {
            library,
            operation,
            makes,
            run,
            accepts: None,
            ordered: false,
            threads: false,
            note: "",
        }
    }
    pub const fn accepts(self, accepts: fn(&str) -> bool) -> Self {
        Case {
            accepts: Some(accepts),
            ..self
        }
    }
    pub const fn ordered(self) -> Self {
        Case {
            ordered: true,
            ..self
        }
    }
    pub const fn threads(self) -> Self {
        Case {
            threads: true,
            ..self
        }
    }
    pub const fn note(self, note: &'static str) -> Self {
        Case { note, ..self }
    }

    /// The start of a line; nothing in it needs escapes.
    fn head(&self, mode: &str) -> String {
        format!(
            "{{\"operation\":\"{}\",\"library\":\"{}\",\"version\":\"{}\",\
             \"language\":\"Rust\",\"mode\":\"{}\",\"note\":\"{}\"",
            self.operation,
            self.library,
            version(self.library.split(' ').next().unwrap()),
            mode,
            self.note
        )
    }
}

/// The version of a crate, from the lock file of the build.
fn version(name: &str) -> &'static str {
    let lock = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock"));
    let at = lock
        .find(&format!("name = \"{name}\""))
        .expect("a crate of the lock file");
    lock[at..].split('"').nth(3).unwrap()
}

fn bytes_of(hex: &str) -> [u8; 16] {
    u128::from_str_radix(hex, 16)
        .expect("hex digits")
        .to_be_bytes()
}

/// The batches, and the wrong texts as (kind, text).
fn read(path: &str) -> (Vec<Input>, Vec<(String, String)>) {
    let (mut inputs, mut wrongs) = (Vec::<Input>::new(), Vec::new());
    let mut namespace = [0; 16];
    for line in fs::read_to_string(path).expect("the file of ids").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        match fields[0] {
            "namespace" => namespace = bytes_of(fields[1]),
            "wrong" => wrongs.push((fields[1].into(), fields[2].into())),
            _ => {
                if inputs.last().map_or(true, |input| input.ids.len() == BATCH) {
                    inputs.push(Input {
                        namespace,
                        ..Input::default()
                    });
                }
                let input = inputs.last_mut().unwrap();
                input.ids.push(bytes_of(fields[1]));
                input.uuids.push(fields[2].into());
                input.forms.push(fields[2]);
                input.ulids.push(fields[3].into());
                input.names.push(fields[4].into());
            }
        }
    }
    (inputs, wrongs)
}

// ---------------------------------------------------------------------- proof

fn made(case: &Case, out: &Output, i: usize) -> String {
    match case.makes {
        Makes::Ids => format!("{:032x}", u128::from_be_bytes(out.ids[i])),
        Makes::UuidText => String::from_utf8_lossy(&out.uuids[i]).into(),
        Makes::UlidText => String::from_utf8_lossy(&out.ulids[i]).into(),
        Makes::Text(len) => String::from_utf8_lossy(&out.texts[i][..len]).into(),
    }
}

fn prove(case: &Case, inputs: &[Input], wrongs: &[(String, String)]) {
    let mut items = Vec::new();
    for input in inputs {
        let mut out = Output::new();
        (case.run)(input, &mut out);
        items.extend((0..BATCH).map(|i| format!("\"{}\"", made(case, &out, i))));
    }
    let mut line = case.head("one") + &format!(",\"ordered\":{}", case.ordered);
    line += &format!(",\"out\":[{}]", items.join(","));
    if let Some(accepts) = case.accepts {
        let taken: Vec<String> = wrongs
            .iter()
            .filter(|(kind, _)| case.operation.starts_with(kind.as_str()))
            .enumerate()
            .filter(|(_, (_, text))| accepts(text))
            .map(|(number, _)| number.to_string())
            .collect();
        line += &format!(",\"accepts\":[{}]", taken.join(","));
    }
    println!("{line}}}");
}

// --------------------------------------------------------------------- timing

fn repeat(case: &Case, input: &Input, out: &mut Output, times: u64) -> Duration {
    let begun = Instant::now();
    for _ in 0..times {
        (case.run)(black_box(input), out);
        black_box(&mut *out);
    }
    begun.elapsed()
}

/// The number of batches that take about `wanted`.
fn calibrate(case: &Case, input: &Input, out: &mut Output, wanted: Duration) -> u64 {
    let mut times = 1;
    loop {
        let taken = repeat(case, input, out, times);
        if taken * 10 >= wanted {
            let more = wanted.as_secs_f64() / taken.as_secs_f64();
            return ((times as f64 * more) as u64).max(1);
        }
        times *= 2;
    }
}

fn ns_each(taken: Duration, times: u64) -> f64 {
    taken.as_secs_f64() * 1e9 / (times as f64 * BATCH as f64)
}

fn time_one(case: &Case, input: &Input, wanted: Duration) -> f64 {
    let mut out = Output::new();
    let times = calibrate(case, input, &mut out, wanted);
    ns_each(repeat(case, input, &mut out, times), times)
}

/// Run the case in two threads at once. Returns the time of the slower one for one
/// of its ids.
fn time_two(case: &Case, input: &Input, wanted: Duration) -> f64 {
    let times = calibrate(case, input, &mut Output::new(), wanted);
    let barrier = Barrier::new(2);
    let work = || {
        let mut out = Output::new();
        (case.run)(input, &mut out);
        barrier.wait();
        repeat(case, input, &mut out, times)
    };
    let taken = thread::scope(|scope| {
        let other = scope.spawn(work);
        work().max(other.join().unwrap())
    });
    ns_each(taken, times)
}

/// `prove IDS`, or `run IDS MS OPERATIONS`.
pub fn main(cases: &[Case]) {
    let words: Vec<String> = std::env::args().collect();
    let (inputs, wrongs) = read(&words[2]);
    if words[1] == "prove" {
        cases.iter().for_each(|case| prove(case, &inputs, &wrongs));
        return;
    }
    let wanted = Duration::from_secs_f64(words[3].parse::<f64>().unwrap() / 1000.0);
    let operations: Vec<&str> = words[4].split(',').collect();
    for case in cases
        .iter()
        .filter(|case| operations.contains(&case.operation))
    {
        println!(
            "{},\"ns\":[{:.5}]}}",
            case.head("one"),
            time_one(case, &inputs[0], wanted)
        );
        if case.threads {
            println!(
                "{},\"ns\":[{:.5}]}}",
                case.head("threads"),
                time_two(case, &inputs[0], wanted)
            );
        }
    }
}
