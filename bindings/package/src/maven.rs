//! Maven, on the modules of `bindings/pom.xml`, and the repository that it fills.

use anyhow::{Context, Result};
use xshell::{Cmd, Shell, cmd};

use crate::MADE;

pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Maven on the modules. It makes everything in our folder, and deploys into a repository there.
pub(crate) fn run<'a>(sh: &'a Shell, modules: &str) -> Result<Cmd<'a>> {
    cmd!(sh, "mvn --version").quiet().ignore_stdout().run().context("Maven is needed: apt-get install maven")?;
    let made = sh.current_dir().join(MADE);
    let maven =
        cmd!(sh, "mvn --batch-mode --no-transfer-progress --quiet --file bindings/pom.xml --projects {modules}");
    Ok(maven.args([format!("-Dmade={}", made.display()), "-Dmaven.test.skip=true".to_owned()]))
}

/// Address of the repository.
pub(crate) fn repository(sh: &Shell) -> String {
    format!("file://{}", sh.current_dir().join(MADE).join("repository").display())
}

/// A goal of the plugin that fills it.
pub(crate) fn goal(name: &str) -> String {
    format!("org.apache.maven.plugins:maven-deploy-plugin:3.1.4:{name}")
}
