//! A PostgreSQL server of our own: Debian's package if the machine has none, a fresh cluster in a temporary folder, on
//! a free port of this machine, and ended with its guard.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use ::postgres::{Client, Config, NoTls};
use anyhow::{Context, Result, bail};
use process_wrap::std::ChildWrapper;
use tempfile::TempDir;

use crate::debian;
use crate::process::{Run, stopped};
use crate::project::Project;
use crate::tools::Missing;

const MISSING: Missing =
    Missing { tool: "PostgreSQL", remedy: "apt-get install postgresql, or initdb, postgres and pg_ctl on PATH" };
/// Debian's folder of server programs, with one folder for each version.
const DEBIAN: &str = "/usr/lib/postgresql";
const USER: &str = "billwire";
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server; dropping it ends it.
pub(crate) struct Postgres {
    programs: PathBuf,
    /// In a folder that its user may enter.
    data: TempDir,
    log: PathBuf,
    port: u16,
    starts: u32,
    server: Option<Box<dyn ChildWrapper>>,
}

/// How a server is stopped.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stop {
    /// Closes connections, rolls open transactions back, and writes the rest to disk.
    Fast,
    /// As in a crash: writes nothing, and the next start recovers from the log.
    Immediate,
}

impl Postgres {
    /// Makes an empty cluster with these databases in it, and serves it.
    pub(crate) fn start(project: &Project, name: &str, databases: &[&str]) -> Result<Self> {
        let programs = provide(project)?;
        let data = tempfile::Builder::new().prefix("billwire-postgres-").tempdir()?;
        let log = project.log(format!("postgres-{name}"));
        if let Some(user) = stand_in() {
            Run::new("chown").args([user]).args([data.path()]).logged(&log)?.successful()?;
        }
        as_user(&programs.join("initdb"))
            .args(["--username", USER, "--auth", "trust", "--encoding", "UTF8", "--no-locale", "--pgdata"])
            .args([data.path()])
            .dir("/")
            .logged(&log)?
            .successful()?;
        let mut postgres = Self { programs, data, log, port: free_port()?, starts: 0, server: None };
        postgres.serve()?;
        for database in databases {
            postgres.connect("postgres")?.batch_execute(&format!("CREATE DATABASE {database}"))?;
        }
        Ok(postgres)
    }

    /// The address of a database, as drivers in other languages take it.
    pub(crate) fn url(&self, database: &str) -> String {
        format!("postgres://{USER}@127.0.0.1:{}/{database}", self.port)
    }

    /// A connection to a database.
    pub(crate) fn connect(&self, database: &str) -> Result<Client> {
        Ok(config(self.port, database).connect(NoTls)?)
    }

    /// Stops the server and starts it again.
    pub(crate) fn restart(&mut self, stop: Stop) -> Result<()> {
        self.stop(stop)?;
        self.serve()
    }

    /// Starts the server and waits until it answers.
    fn serve(&mut self) -> Result<()> {
        self.starts = self.starts.saturating_add(1);
        let log = self.log.with_extension(format!("{}.log", self.starts));
        let server = as_user(&self.programs.join("postgres"))
            .args(["-D"])
            .args([self.data.path()])
            .args(["-p", &self.port.to_string(), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="])
            .dir("/")
            .start(Stdio::null(), &log)?;
        let server = self.server.insert(server);
        let started = Instant::now();
        loop {
            if let Some(status) = server.try_wait()? {
                bail!("PostgreSQL ended at its start: {status} (see {})", log.display());
            }
            if stopped() || started.elapsed() > PATIENCE {
                bail!("PostgreSQL does not answer (see {})", log.display());
            }
            thread::sleep(Duration::from_millis(20));
            if config(self.port, "postgres").connect(NoTls).is_ok() {
                return Ok(());
            }
        }
    }

    fn stop(&mut self, stop: Stop) -> Result<()> {
        let Some(mut server) = self.server.take() else { return Ok(()) };
        let mode = match stop {
            Stop::Fast => "fast",
            Stop::Immediate => "immediate",
        };
        let told = as_user(&self.programs.join("pg_ctl"))
            .args(["stop", "--wait", "--mode", mode, "--pgdata"])
            .args([self.data.path()])
            .dir("/")
            .logged(&self.log.with_extension("stop.log"))
            .and_then(|run| run.successful());
        if told.is_err() {
            server.kill()?;
        }
        server.wait()?;
        told.map(drop)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Err(error) = self.stop(Stop::Immediate) {
            eprintln!("PostgreSQL was not stopped in order: {error:#}");
        }
    }
}

fn config(port: u16, database: &str) -> Config {
    let mut config = Config::new();
    config.host("127.0.0.1").port(port).user(USER).dbname(database).connect_timeout(Duration::from_secs(5));
    config
}

/// The folder with the server's programs.
fn provide(project: &Project) -> Result<PathBuf> {
    if find().is_none() && debian::may_install(project, "Debian's package postgresql") {
        debian::install(project, &["postgresql"])?;
    }
    Ok(find().ok_or(MISSING)?)
}

fn find() -> Option<PathBuf> {
    let versions = fs::read_dir(DEBIAN).ok().into_iter().flatten().flatten().map(|version| version.path());
    let newest = versions.max_by_key(|path| path.file_name()?.to_str()?.parse::<u32>().ok());
    let linked = debian::on_path("initdb").and_then(|initdb| fs::canonicalize(initdb).ok());
    let initdb = newest.map(|newest| newest.join("bin/initdb")).filter(|initdb| initdb.is_file()).or(linked)?;
    initdb.parent().map(Path::to_path_buf)
}

/// The user that runs the server, because it refuses to run as root.
fn stand_in() -> Option<&'static str> {
    debian::is_root().then_some("postgres")
}

fn as_user(program: &Path) -> Run {
    match stand_in() {
        Some(user) => {
            let own = [format!("--reuid={user}"), format!("--regid={user}"), "--init-groups".to_owned()];
            Run::new("setpriv").args(own).args([program])
        }
        None => Run::new(program),
    }
}

/// A free port.
pub(crate) fn free_port() -> Result<u16> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).context("this machine has no free port")?;
    Ok(listener.local_addr()?.port())
}
