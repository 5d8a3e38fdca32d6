//! One run: disruptions spread over the work, and a merchant that is started again after each.

use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ::postgres::Client;
use anyhow::{Result, bail};
use fastrand::Rng;
use process_wrap::std::ChildWrapper;
use serde_json::Value;

use super::course::{Course, Plan};
use super::merchant::{Addresses, Merchant, Preparation, Progress};
use super::store::{self, Memory, NAME};
use crate::audit::{self, Audit, Ours, Theirs};
use crate::faulty_proxy::FaultyProxy;
use crate::postgres::{Postgres, Stop, free_port};
use crate::process::stopped;
use crate::project::Project;
use crate::sandbox::{self, Sandbox};

/// Longest delay of a piece of a request or an answer, so that disruptions hit open exchanges.
const SLOWEST: Duration = Duration::from_millis(120);
/// Longest random delay of a due disruption.
const JITTER_MS: u64 = 800;
/// Time without progress after which the remaining work counts as lost.
const PATIENCE: Duration = Duration::from_secs(60);
/// Kills between two lines in a log.
const SAID_EVERY: u32 = 20;
const PAUSE: Duration = Duration::from_millis(25);

#[derive(Clone, Copy)]
enum Disruption {
    Kill,
    RestartDatabase(Stop),
    CutConnections,
}

struct Campaign<'a> {
    postgres: Postgres,
    sandbox: Sandbox,
    to_sandbox: FaultyProxy,
    to_merchant: FaultyProxy,
    other_origin: OtherOrigin,
    merchant: Merchant<'a>,
    service: Option<Box<dyn ChildWrapper>>,
    kills: u32,
    /// None while the database is down.
    database: Option<Client>,
    progress: Progress,
    /// Number of times that the sandbox must serve each fault.
    planned: Value,
    own_ends: u32,
}

/// Target of redirects, which no request may reach.
struct OtherOrigin {
    url: String,
    requests: Arc<AtomicUsize>,
}

pub(super) fn run(project: &Project, name: &str, folder: &Path, plan: Plan, memory: Memory) -> Result<Course> {
    let mut campaign = Campaign::prepare(project, name, folder, plan, memory)?;
    let bar = project.progress.begin(name);
    let started = Instant::now();
    let course = campaign.disrupt(plan, |Progress { settled, paid, .. }, kills| {
        let line = format!("{name}: {kills} of {} kills, {settled} settled, {paid} paid of {}", plan.kills, plan.bills);
        if kills % SAID_EVERY == 0 {
            project.progress.say(&line);
        }
        bar.set_message(line);
    });
    bar.finish_and_clear();
    course.map(|course| Course { time: started.elapsed(), ..course })
}

impl<'a> Campaign<'a> {
    fn prepare(project: &Project, name: &str, folder: &'a Path, plan: Plan, memory: Memory) -> Result<Self> {
        let postgres = Postgres::start(project, name, &[NAME])?;
        let sandbox = Sandbox::start(&sandbox::build(project)?, &project.log(format!("sandbox-{name}")))?;
        let other_origin = OtherOrigin::listen()?;
        let (to_sandbox, port) = (FaultyProxy::to(sandbox.port()?, SLOWEST, plan.seed)?, free_port()?);
        let to_merchant = FaultyProxy::to(port, SLOWEST, plan.seed.wrapping_add(1))?;
        let addresses = Addresses { sandbox: to_sandbox.url(), database: postgres.url(NAME), port };
        let merchant = Merchant::new(project, name, folder, plan.bills, addresses)?;
        let webhooks = format!("{}/webhook", to_merchant.url());
        let Preparation { faults, schema } = merchant.prepare(sandbox.url(), &webhooks, &other_origin.url)?;
        store::prepare(&mut postgres.connect(NAME)?, &schema, memory)?;
        Ok(Self {
            postgres,
            sandbox,
            to_sandbox,
            to_merchant,
            other_origin,
            merchant,
            service: None,
            kills: 0,
            database: None,
            progress: Progress::default(),
            planned: faults,
            own_ends: 0,
        })
    }

    fn disrupt(&mut self, plan: Plan, mut tell: impl FnMut(Progress, u32)) -> Result<Course> {
        let mut rng = Rng::with_seed(plan.seed);
        let disruptions = disruptions(plan, &mut rng);
        let steps = plan.bills * 2;
        let (mut restarts, mut cut, mut in_doubt, mut since) = (0, 0, 0, 0);
        for (nth, disruption) in (1_u64..).zip(&disruptions) {
            let due = u64::from(steps) * nth / (disruptions.len() as u64 + 1);
            // A merchant that has done nothing yet is not worth a kill.
            let due = due.max(u64::from(since) + 1).min(u64::from(steps));
            if !self.wait(|progress| u64::from(progress.steps()) >= due)? {
                break;
            }
            self.linger(Duration::from_millis(rng.u64(..JITTER_MS)))?;
            match disruption {
                Disruption::Kill => {
                    in_doubt += self.kill()?;
                    since = self.progress.steps();
                    tell(self.progress, self.kills);
                }
                Disruption::RestartDatabase(stop) => {
                    self.postgres.restart(*stop)?;
                    restarts += 1;
                }
                Disruption::CutConnections => cut += self.to_sandbox.cut() + self.to_merchant.cut(),
            }
        }
        self.wait(|progress| progress.settled == plan.bills && progress.paid == plan.bills)?;
        let unserved = self.wait_for_faults()?;
        let kills = self.kills;
        self.kill()?;
        Ok(Course {
            kills,
            restarts,
            cut,
            starts: self.merchant.starts(),
            own_ends: self.own_ends,
            in_doubt,
            strays: self.other_origin.requests.load(Ordering::Relaxed),
            unserved,
            audit: self.audit()?,
            time: Duration::ZERO,
        })
    }

    /// Kills the merchant, and returns the number of attempts in doubt.
    fn kill(&mut self) -> Result<usize> {
        self.end_service()?;
        self.kills = self.kills.saturating_add(1);
        store::in_doubt(&mut self.postgres.connect(NAME)?)
    }

    /// Waits while the merchant works; false when it makes no progress any more.
    fn wait(&mut self, until: impl Fn(Progress) -> bool) -> Result<bool> {
        let mut moved = Instant::now();
        while moved.elapsed() < PATIENCE {
            let before = self.progress;
            self.look_after()?;
            if until(self.progress) {
                return Ok(true);
            }
            if self.progress != before {
                moved = Instant::now();
            }
            thread::sleep(PAUSE);
        }
        Ok(false)
    }

    fn linger(&mut self, time: Duration) -> Result<()> {
        let started = Instant::now();
        while started.elapsed() < time {
            self.look_after()?;
            thread::sleep(PAUSE.min(time.saturating_sub(started.elapsed())));
        }
        Ok(())
    }

    /// Restarts the service if it has ended, as a supervisor does, and reads the progress.
    fn look_after(&mut self) -> Result<()> {
        if stopped() {
            bail!("stopped");
        }
        if let Some(service) = &mut self.service
            && service.try_wait()?.is_some()
        {
            self.own_ends = self.own_ends.saturating_add(1);
            self.service = None;
        }
        if self.service.is_none() {
            self.service = Some(self.merchant.start()?);
        }
        if self.database.is_none() {
            self.database = self.postgres.connect(NAME).ok();
        }
        match self.database.as_mut().map(Progress::read) {
            Some(Ok(progress)) => self.progress = progress,
            _ => self.database = None,
        }
        Ok(())
    }

    fn end_service(&mut self) -> Result<()> {
        if let Some(mut service) = self.service.take() {
            service.kill()?;
        }
        Ok(())
    }

    /// Waits for the faults of late webhooks, which come last, and returns the unserved ones.
    fn wait_for_faults(&mut self) -> Result<Vec<String>> {
        let started = Instant::now();
        loop {
            let unserved = unserved(&self.planned, &audit::books(&self.sandbox)?);
            if unserved.is_empty() || started.elapsed() > PATIENCE {
                return Ok(unserved);
            }
            self.linger(PAUSE * 10)?;
        }
    }

    fn audit(&self) -> Result<Audit> {
        let billed = audit::read_bills(self.merchant.bills())?;
        let ours = Ours::read(&mut self.postgres.connect(NAME)?)?;
        Ok(Audit::new(&billed, &ours, &Theirs::read(&audit::books(&self.sandbox)?)?))
    }
}

impl Drop for Campaign<'_> {
    fn drop(&mut self) {
        if let Err(error) = self.end_service() {
            eprintln!("the merchant cannot be ended: {error:#}");
        }
    }
}

fn disruptions(plan: Plan, rng: &mut Rng) -> Vec<Disruption> {
    let restarts = (0..plan.kills.div_ceil(20)).map(|nth| match nth % 2 {
        0 => Disruption::RestartDatabase(Stop::Immediate),
        _ => Disruption::RestartDatabase(Stop::Fast),
    });
    let mut disruptions: Vec<Disruption> = (0..plan.kills).map(|_| Disruption::Kill).chain(restarts).collect();
    disruptions.extend((0..plan.kills.div_ceil(5)).map(|_| Disruption::CutConnections));
    rng.shuffle(&mut disruptions);
    disruptions
}

fn unserved(planned: &Value, books: &Value) -> Vec<String> {
    let faults = planned.as_object().into_iter().flatten();
    let served = |fault: &str| books.get("faults_served").and_then(|served| served.get(fault)).cloned();
    let complaint = |fault: &str, times: &Value| {
        let served = served(fault).unwrap_or_else(|| 0.into());
        (served != *times).then(|| format!("{fault}: {times} planned, {served} served by the sandbox"))
    };
    faults.filter_map(|(fault, times)| complaint(fault, times)).collect()
}

impl OtherOrigin {
    fn listen() -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let origin = Self { url: format!("http://{}", listener.local_addr()?), requests: Arc::default() };
        let requests = Arc::clone(&origin.requests);
        thread::spawn(move || {
            listener.incoming().for_each(|_| {
                requests.fetch_add(1, Ordering::Relaxed);
            });
        });
        Ok(origin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_plan_holds_every_disruption() {
        let disruptions = disruptions(Plan { kills: 100, bills: 1, seed: 7 }, &mut Rng::with_seed(7));
        let count =
            |wanted: fn(&Disruption) -> bool| disruptions.iter().filter(|disruption| wanted(disruption)).count();
        assert_eq!(count(|disruption| matches!(disruption, Disruption::Kill)), 100);
        assert_eq!(count(|disruption| matches!(disruption, Disruption::RestartDatabase(_))), 5);
        assert_eq!(count(|disruption| matches!(disruption, Disruption::CutConnections)), 20);
    }

    #[test]
    fn a_fault_that_is_not_served_is_named() {
        let planned = json!({"settlement/slow": 2, "webhook/twice": 1});
        assert_eq!(unserved(&planned, &json!({"faults_served": planned})), Vec::<String>::new());
        let books = json!({"faults_served": {"settlement/slow": 2}});
        assert_eq!(unserved(&planned, &books), ["webhook/twice: 1 planned, 0 served by the sandbox"]);
    }
}
