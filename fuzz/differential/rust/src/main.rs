// SPDX-License-Identifier: MIT
//! The crates uuid and ulid as peers of the differential test.

use std::io::{self, Read, Write};

fn parse(mode: &str, text: &[u8]) -> Option<[u8; 16]> {
    if mode == "uuid" {
        return uuid::Uuid::try_parse_ascii(text).ok().map(|id| id.into_bytes());
    }
    let text = std::str::from_utf8(text).ok()?;
    ulid::Ulid::from_string(text).ok().map(|id| id.to_bytes())
}

fn read_texts(mode: &str, data: &[u8], out: &mut impl Write) -> io::Result<()> {
    let mut rest = data;
    while let Some((&len, tail)) = rest.split_first() {
        let (text, tail) = tail.split_at(len as usize);
        let answer = parse(mode, text);
        out.write_all(&[answer.is_some() as u8])?;
        out.write_all(&answer.unwrap_or([0; 16]))?;
        rest = tail;
    }
    Ok(())
}

fn write_texts(mode: &str, data: &[u8], out: &mut impl Write) -> io::Result<()> {
    for id in data.chunks_exact(16) {
        let bytes: [u8; 16] = id.try_into().unwrap();
        if mode == "uuid" {
            write!(out, "{}", uuid::Uuid::from_bytes(bytes))?;
        } else {
            write!(out, "{}", ulid::Ulid::from_bytes(bytes))?;
        }
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let mut data = Vec::new();
    io::stdin().read_to_end(&mut data)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if args[2] == "format" {
        write_texts(&args[1], &data, &mut out)?;
    } else {
        read_texts(&args[1], &data, &mut out)?;
    }
    out.flush()
}
