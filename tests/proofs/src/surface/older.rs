//! Programs that were compiled against an earlier version of the Kotlin package run on this one: no field that is added
//! breaks them. The earlier version is this one without some optional fields.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use super::jvm::{dump, is_visible};
use crate::project::Project;
use crate::{kotlin, maven};
use xtask::bindings::{self, Language};

/// Fields of a record that callers make, of one that the library makes, and of a variant.
/// None is of a request: the fast path of this version packs those.
const ADDED: [&str; 3] = ["WebhookLimits.depth", "Transaction.customer_phone", "SettlementStep.Save.previous"];
/// A member that only a data class has.
const OF_DATA_CLASSES: &str = "public final fun component1 ";
/// The program, and the last line that it prints.
const PROGRAM: &str = "QuickstartKt";
const PRINTED: &str = "confirmed, credited once";

/// Says how many members of the earlier version there still are.
pub(super) fn kotlin(project: &Project) -> Result<String> {
    let jar = kotlin::PACKAGE.packed(project)?;
    let today = dump(project, &jar)?;
    let (ours, of_uniffi): (BTreeSet<&str>, BTreeSet<&str>) = today.lines().partition(|line| is_visible(line));
    let has_data_class = |lines: &BTreeSet<&str>| lines.iter().any(|line| line.contains(OF_DATA_CLASSES));
    ensure!(has_data_class(&of_uniffi), "the control: uniffi's data classes are not noticed");
    ensure!(!has_data_class(&ours), "a public class is a data class");

    let made = project.target("surface/older");
    let older = dump(project, &packed(project, &made)?)?;
    let older: BTreeSet<&str> = older.lines().filter(|line| is_visible(line)).collect();
    ensure!(ours.difference(&older).count() > ADDED.len(), "the control: fields that are not there are not noticed");
    let gone: Vec<_> = older.difference(&ours).copied().collect();
    ensure!(gone.is_empty(), "a field that is added breaks programs:\n{}", gone.join("\n"));

    let tests = made.join("maven/billwire-testing/test-classes");
    let classes = [tests, jar, kotlin::testing_jar(project)?, libraries(&made).join("*")];
    let run = maven::jvm("java").args(["-cp".into(), std::env::join_paths(classes)?, PROGRAM.into()]);
    let run = run.answer(&project.log("surface-older-program"))?.successful()?;
    ensure!(run.answer.trim_end().ends_with(PRINTED), "{PROGRAM} printed: {}", run.answer);
    Ok(format!("{} members of Kotlin outlast {} new fields", older.len(), ADDED.len()))
}

/// Compiles the earlier version and the programs of its tests.
fn packed(project: &Project, made: &Path) -> Result<PathBuf> {
    bindings::generate(project, Language::Kotlin, made.join("bindings/kotlin"), &ADDED)?;
    let log = project.log("surface-older");
    project.progress.step("an earlier version of the Kotlin package", || {
        kotlin::PACKAGE
            .maven(project, "kotlin-testing", "package")?
            .args(["dependency:copy-dependencies", "-DincludeScope=runtime", "-DskipTests"])
            .args([format!("-DoutputDirectory={}", libraries(made).display()), format!("-Dmade={}", made.display())])
            .logged(&log)?
            .successful()
    })?;
    Ok(made.join("maven/billwire").join(format!("billwire-{}.jar", env!("CARGO_PKG_VERSION"))))
}

fn libraries(made: &Path) -> PathBuf {
    made.join("libraries")
}
