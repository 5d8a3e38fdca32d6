//! The length of lines, which no formatter limits in comments and texts.

use std::fs;

use anyhow::{Result, ensure};

use crate::process::Run;
use crate::project::Project;

/// Longest line of code, in characters.
const LONGEST: usize = 120;
/// Ends of the names of files with code.
const CODE: [&str; 17] = [
    "cjs", "css", "cts", "html", "java", "js", "jsx", "kt", "kts", "mjs", "mts", "py", "rs", "sh", "swift", "ts", "tsx",
];

/// Fails if a file with code that git knows has a longer line.
pub(crate) fn lines(project: &Project) -> Result<()> {
    let mut long = Vec::new();
    for file in sources(project, &CODE)? {
        let Ok(text) = fs::read_to_string(project.path(&file)) else { continue };
        long.extend(too_long(&text).map(|line| format!("{file}:{line}")));
    }
    ensure!(long.is_empty(), "lines of more than {LONGEST} characters:\n{}", long.join("\n"));
    Ok(())
}

/// Files that git knows or would add, by the ends of their names.
pub(crate) fn sources(project: &Project, ends: &[&str]) -> Result<Vec<String>> {
    let list = ["ls-files", "--cached", "--others", "--exclude-standard"];
    let files = Run::new("git").args(list).dir(project.path("")).logged(project.log("git-ls-files"))?;
    // A file that is not there has been removed and not yet committed.
    let is_there = |file: &&str| has_end(file, ends) && project.path(file).is_file();
    let files: Vec<String> = files.lines().filter(is_there).map(str::to_owned).collect();
    ensure!(!files.is_empty(), "git lists no file that ends with {}", ends.join(", "));
    Ok(files)
}

fn has_end(file: &str, ends: &[&str]) -> bool {
    file.rsplit_once('.').is_some_and(|(_, end)| ends.contains(&end))
}

/// Numbers of the lines that are too long.
fn too_long(text: &str) -> impl Iterator<Item = usize> {
    (1..).zip(text.lines()).filter(|(_, line)| line.chars().count() > LONGEST).map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_characters_of_each_line() {
        let text = ["a".repeat(LONGEST), "a".repeat(LONGEST + 1), "ខ".repeat(LONGEST), "ខ".repeat(LONGEST + 1)];
        assert_eq!(too_long(&text.join("\n")).collect::<Vec<_>>(), [2, 4]);
    }

    #[test]
    fn knows_code_by_its_name() {
        assert!(["a/b.rs", "index.d.ts", "x.min.mjs"].iter().all(|file| has_end(file, &CODE)));
        assert!(["README.md", "rs", "bills.json", "a.lock"].iter().all(|file| !has_end(file, &CODE)));
    }
}
