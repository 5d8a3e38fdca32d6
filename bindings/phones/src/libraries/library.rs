//! A library with its contents.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::contents::Contents;
use super::platform::{Platform, System};

/// The library of a platform.
pub(super) struct Library {
    pub(super) platform: &'static Platform,
    pub(super) path: PathBuf,
    /// The same as the linker left it.
    pub(super) linked: PathBuf,
    pub(super) bytes: Vec<u8>,
    pub(super) contents: Contents,
}

impl Library {
    pub(super) fn read(platform: &'static Platform, path: PathBuf, linked: PathBuf) -> Result<Self> {
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        let contents = Contents::of(&bytes).with_context(|| path.display().to_string())?;
        Ok(Self { platform, path, linked, bytes, contents })
    }

    /// Oldest systems that load it.
    pub(super) fn runs_on(&self) -> String {
        match (self.platform.system, &self.contents.elf) {
            (System::Linux, Some(elf)) => {
                let (major, minor) = elf.glibc.last().copied().unwrap_or_default();
                format!("glibc {major}.{minor}, musl")
            }
            (System::MacOs, _) => "macOS".to_owned(),
            _ => "Windows 10".to_owned(),
        }
    }
}
