//! Content of a core dump of this process: all of its writable memory.

use std::{
    error::Error,
    fs::{self, File},
    io::{Read, Seek, SeekFrom, Write},
    path::Path,
};

/// Writes all of it to a file, including mapped files and shared memory.
pub(crate) fn write_down(to: &Path) -> Result<(), Box<dyn Error>> {
    let maps = fs::read_to_string("/proc/self/maps")?;
    let (mut memory, mut dump) = (File::open("/proc/self/mem")?, File::create(to)?);
    let mut page = vec![0; 4096];
    for line in maps.lines() {
        let mut words = line.split_whitespace();
        let (Some(range), Some(rights)) = (words.next(), words.next()) else { continue };
        let Some((from, to)) = range.split_once('-') else { continue };
        if !rights.starts_with("rw") {
            continue;
        }
        let (from, to) = (u64::from_str_radix(from, 16)?, u64::from_str_radix(to, 16)?);
        memory.seek(SeekFrom::Start(from))?;
        for _ in (from..to).step_by(page.len()) {
            memory.read_exact(&mut page)?;
            dump.write_all(&page)?;
        }
    }
    Ok(())
}
