//! The signature in a library for macOS: hashes of its pages, without a certificate. A Mac with an Apple processor ends a
//! program that loads a page with another hash.

use anyhow::{Context, Result, bail, ensure};
use sha2::{Digest, Sha256};

const SUPER_BLOB: u32 = 0xfade_0cc0;
const CODE_DIRECTORY: u32 = 0xfade_0c02;
const SHA256: u8 = 2;

/// Fails if a page of a library has another hash than its signature says.
pub(crate) fn check(library: &[u8], signature: u32) -> Result<()> {
    let start = signature as usize;
    let blob = library.get(start..).context("the signature is outside of the library")?;
    let directory = directory(blob)?;
    let (hashes, count) = (number(directory, 16)? as usize, number(directory, 28)? as usize);
    ensure!(number(directory, 32)? == signature, "the signature does not cover all that is before it");
    ensure!(byte(directory, 37)? == SHA256, "the signature has hashes of another kind");
    let (length, page) = (usize::from(byte(directory, 36)?), 1 << byte(directory, 39)?);
    let pages = library.get(..start).into_iter().flat_map(|code| code.chunks(page));
    ensure!(pages.clone().count() == count, "the signature has {count} hashes");
    for (index, content) in pages.enumerate() {
        let place = hashes + index * length;
        let hash = directory.get(place..place + length).context("the signature is cut off")?;
        ensure!(Sha256::digest(content)[..] == *hash, "page {index} has another hash than its signature says");
    }
    Ok(())
}

fn directory(blob: &[u8]) -> Result<&[u8]> {
    ensure!(number(blob, 0)? == SUPER_BLOB, "there is no signature");
    for index in 0..number(blob, 8)? as usize {
        let part = blob.get(number(blob, 16 + 8 * index)? as usize..).context("the signature is cut off")?;
        if number(part, 0)? == CODE_DIRECTORY {
            return Ok(part);
        }
    }
    bail!("the signature has no hashes")
}

fn number(bytes: &[u8], place: usize) -> Result<u32> {
    let bytes = bytes.get(place..place + 4).context("the signature is cut off")?;
    Ok(u32::from_be_bytes(bytes.try_into()?))
}

fn byte(bytes: &[u8], place: usize) -> Result<u8> {
    bytes.get(place).copied().context("the signature is cut off")
}
