//! Copies of the checkout: for checks that would change it, or that must not depend on its path.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, ensure};

use crate::files;
use crate::process::Run;
use crate::project::Project;

/// Two lanes may ask at once, and git answers into one file.
static LISTING: Mutex<()> = Mutex::new(());

/// Paths under version control, and untracked ones that are not ignored.
pub(crate) fn names(project: &Project) -> Result<Vec<String>> {
    let _alone = LISTING.lock().unwrap_or_else(PoisonError::into_inner);
    let listed = Run::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .dir(project.path(""))
        .answer(&project.log("git-ls-files"))?
        .successful()?;
    Ok(listed.answer.split_terminator('\0').map(str::to_owned).collect())
}

/// Copies them into a new folder.
pub(crate) fn whole(project: &Project, place: &Path) -> Result<()> {
    files::remove(place)?;
    for name in names(project)? {
        let (from, to) = (project.path(&name), place.join(&name));
        if !from.is_file() {
            continue;
        }
        fs::create_dir_all(to.parent().context("a file has a folder")?)?;
        fs::copy(&from, &to).with_context(|| from.display().to_string())?;
    }
    Ok(())
}

/// The same with a workspace of some of its members. What they depend on is of the versions that are locked.
pub(crate) fn of_members(project: &Project, place: &Path, is_kept: fn(&str) -> bool) -> Result<()> {
    whole(project, place)?;
    let manifest = place.join("Cargo.toml");
    let text = fs::read_to_string(&manifest)?;
    fs::write(&manifest, with_members(&text, is_kept)?)?;
    Ok(())
}

/// The same with core and the crate that it depends on.
pub(crate) fn of_core(project: &Project, place: &Path) -> Result<()> {
    of_members(project, place, is_core)
}

pub(crate) fn is_core(member: &str) -> bool {
    ["core", "core/wire"].contains(&member)
}

fn with_members(manifest: &str, is_kept: fn(&str) -> bool) -> Result<String> {
    let (head, tail) = manifest.split_once("members = [").context("the workspace has no members")?;
    let (list, tail) = tail.split_once(']').context("the list of members has no end")?;
    let kept: Vec<&str> = list.split('"').skip(1).step_by(2).filter(|member| is_kept(member)).collect();
    ensure!(!kept.is_empty(), "no member of the workspace is kept");
    let is_kept = |line: &&str| !line.starts_with("default-members");
    let tail: String = tail.split_inclusive('\n').filter(is_kept).collect();
    Ok(format!("{head}members = {kept:?}{tail}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_members_are_left_out() {
        let manifest = "[workspace]\nmembers = [\n  \"a\",\n  \"b\",\n]\ndefault-members = [\"a\"]\nresolver = \"3\"\n";
        let changed = "[workspace]\nmembers = [\"b\"]\nresolver = \"3\"\n";
        assert_eq!(with_members(manifest, |member| member == "b").unwrap(), changed);
        assert!(with_members(manifest, |_| false).is_err());
    }
}
