// SPDX-License-Identifier: MIT
//! The crates uuid and uuid-simd as a shared object, for a comparison with other
//! libraries in one process. Each loop is compiled here, as in a caller's program.

use std::ffi::c_char;
use std::slice;
use uuid::Uuid;
use uuid_simd::{AsOut, AsciiCase};

/// The arrays of a caller, which hold `n` items each.
///
/// # Safety
/// Both pointers must be valid for `n` items, and the arrays must not overlap.
unsafe fn arrays<'a, From: 'a, To: 'a>(
    from: *const From,
    to: *mut To,
    n: usize,
) -> impl Iterator<Item = (&'a From, &'a mut To)> {
    slice::from_raw_parts(from, n)
        .iter()
        .zip(slice::from_raw_parts_mut(to, n))
}

/// # Safety
/// See `arrays`.
#[no_mangle]
pub unsafe extern "C" fn bench_uuid_format(ids: *const [u8; 16], texts: *mut [u8; 36], n: usize) {
    for (id, text) in arrays(ids, texts, n) {
        Uuid::from_bytes(*id).hyphenated().encode_lower(text);
    }
}

/// # Safety
/// See `arrays`.
#[no_mangle]
pub unsafe extern "C" fn bench_simd_format(ids: *const [u8; 16], texts: *mut [u8; 36], n: usize) {
    for (id, text) in arrays(ids, texts, n) {
        let _ = uuid_simd::format_hyphenated(id, text.as_out(), AsciiCase::Lower);
    }
}

/// # Safety
/// See `arrays`.
#[no_mangle]
pub unsafe extern "C" fn bench_uuid_parse(
    texts: *const [u8; 36],
    ids: *mut [u8; 16],
    n: usize,
) -> bool {
    for (text, id) in arrays(texts, ids, n) {
        match Uuid::try_parse_ascii(text) {
            Ok(uuid) => *id = uuid.into_bytes(),
            Err(_) => return false,
        }
    }
    true
}

/// # Safety
/// See `arrays`.
#[no_mangle]
pub unsafe extern "C" fn bench_simd_parse(
    texts: *const [u8; 36],
    ids: *mut [u8; 16],
    n: usize,
) -> bool {
    for (text, id) in arrays(texts, ids, n) {
        if uuid_simd::parse_hyphenated(text, id.as_out()).is_err() {
            return false;
        }
    }
    true
}

/// # Safety
/// `ids` must be valid for `n` items.
#[no_mangle]
pub unsafe extern "C" fn bench_uuid_v4(ids: *mut [u8; 16], n: usize) {
    slice::from_raw_parts_mut(ids, n).fill_with(|| Uuid::new_v4().into_bytes());
}

/// # Safety
/// `ids` must be valid for `n` items.
#[no_mangle]
pub unsafe extern "C" fn bench_uuid_v7(ids: *mut [u8; 16], n: usize) {
    slice::from_raw_parts_mut(ids, n).fill_with(|| Uuid::now_v7().into_bytes());
}

/// The version of a crate from the lock file of the build, ended by NUL.
#[no_mangle]
pub extern "C" fn bench_version(simd: bool) -> *const c_char {
    let name = if simd { "uuid-simd" } else { "uuid" };
    let lock = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock"));
    let at = lock
        .find(&format!("name = \"{name}\""))
        .expect("a crate of the lock file");
    let version = lock[at..].split('"').nth(3).unwrap();
    Box::leak(format!("{version}\0").into_boxed_str()).as_ptr().cast()
}
