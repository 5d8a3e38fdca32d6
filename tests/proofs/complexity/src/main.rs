//! Runs each reader on inputs of each family and size. It prints a line of JSON for each: the bytes of the input, and the most
//! memory held at once. The counted part happens inside [`counted_work`], which valgrind's callgrind knows by its name;
//! `cargo xtask prove complexity` joins both.

mod families;
mod readers;

use families::{FAMILIES, Family};
use peakmem_alloc::{INSTRUMENTED_SYSTEM, PeakMemAlloc, PeakMemAllocTrait};
use readers::{CONTROLS, Input, READERS, Reader};
use serde::Serialize;
use std::{alloc::System, error::Error, hint::black_box};

#[global_allocator]
static MEMORY: &PeakMemAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Bytes of the inputs: each twice the one before.
const SIZES: [usize; 4] = [32 << 10, 64 << 10, 128 << 10, 256 << 10];
/// Smaller sizes: a control breaks the promise early, and would take minutes at the larger ones.
const SIZES_OF_CONTROLS: [usize; 4] = [2 << 10, 4 << 10, 8 << 10, 16 << 10];

/// Cost of one piece of work.
#[derive(Serialize)]
struct Work {
    reader: &'static str,
    family: &'static str,
    /// It breaks the promise on purpose.
    control: bool,
    bytes: usize,
    /// The most that was held at once, beyond the input itself.
    memory: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    for family in FAMILIES {
        for reader in READERS.iter().filter(|reader| family.suits(reader.form)) {
            work(reader, family, false)?;
        }
    }
    for (reader, family) in CONTROLS {
        for family in FAMILIES.iter().filter(|known| known.name == *family) {
            work(reader, family, true)?;
        }
    }
    Ok(())
}

fn work(reader: &Reader, family: &Family, control: bool) -> Result<(), Box<dyn Error>> {
    for size in if control { SIZES_OF_CONTROLS } else { SIZES } {
        let input = reader.input(family, size)?;
        MEMORY.reset_peak_memory();
        let verdict = counted_work(reader, &input);
        let memory = MEMORY.get_peak_memory();
        if verdict != family.verdict {
            return Err(format!("{} of {} ends with {verdict}", reader.name, family.name).into());
        }
        let (reader, family) = (reader.name, family.name);
        println!("{}", serde_json::to_string(&Work { reader, family, control, bytes: size, memory })?);
    }
    Ok(())
}

/// Calls the reader. The black box keeps it a separate function.
#[inline(never)]
fn counted_work(reader: &Reader, input: &Input) -> String {
    black_box((reader.read)(input))
}
