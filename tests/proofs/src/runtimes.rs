//! The packed npm package in every JavaScript runtime. Each does the same work (`wasm/npm/runtimes/work`), with no
//! configuration but the names of entry and bundle, and reports the finished work.

mod frameworks;
mod runtime;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::debian::CHROMIUM;
use crate::process::Run;
use crate::project::Project;
use crate::{files, npm, package, tools};
use runtime::{Runtime, Work};
use xtask::suites::Outcome;

pub(crate) use frameworks::suite as in_frameworks;

const FOLDER: &str = "wasm/npm/runtimes";
/// The oldest of each release line in package.json, a maintained one, and the newest.
pub(crate) const NODES: [&str; 4] = ["20.19.0", "22.12.0", "24.21.0", "26.10.0"];
/// Version that runs the bundlers: some need a newer one than the machine's.
const TOOLS_NODE: &str = NODES[2];

const IMPORT: &str = "work/import.mjs";
const REQUIRE: &str = "work/require.cjs";
/// Bun's bundler takes the file for Node.
const BUN_BUNDLE: &str = "build/bun/import.mjs";
/// The pages: of `billwire`, and of `billwire/slim`, which leaves out the simulator.
const PAGE: &str = "page";
const SLIM: &str = "slim";
/// A page that only signs.
const SIGN: &str = "sign";
/// Text of the code of flows.
const OF_FLOWS: &str = "or false if another flow stored a record";
const BUNDLERS: [Bundler; 4] = [Bundler::Vite, Bundler::Webpack, Bundler::Esbuild, Bundler::Rollup];

/// The installed project, and its work.
struct Bench<'a> {
    project: &'a Project,
    dir: PathBuf,
    node: PathBuf,
    work: Work,
}

/// Node, Deno, Bun and workerd.
pub(crate) fn without_browser(project: &Project) -> Result<Outcome> {
    let bench = Bench::new(project)?;
    let mut runtimes = Vec::new();
    for version in NODES {
        runtimes.extend(bench.node(version)?);
    }
    runtimes.extend(bench.deno());
    runtimes.extend(bench.bun()?);
    runtimes.push(bench.workerd());
    bench.settles_once()?;
    runtime::play(project, runtimes, &bench.work)
}

/// A page by each bundler, and Next.
pub(crate) fn in_chromium(project: &Project) -> Result<Outcome> {
    let chromium = CHROMIUM.provide(project)?;
    let bench = Bench::new(project)?;
    let mut runtimes = Vec::new();
    for bundler in BUNDLERS {
        for source in [PAGE, SLIM] {
            runtimes.push(bench.bundle(bundler, source, &chromium)?);
        }
    }
    runtimes.push(bench.vite_server(&chromium));
    // Its caches compare versions only, and would keep an older package.
    files::remove(&bench.dir.join("next/.next"))?;
    runtimes.extend(["turbopack", "webpack"].map(|bundler| bench.next(bundler, &chromium)));
    runtime::play(project, runtimes, &bench.work)
}

/// Checks that a bundle leaves out code that its page does not name. The control is a page that names everything.
pub(crate) fn bundles(project: &Project) -> Result<Outcome> {
    let bench = Bench::new(project)?;
    let own = start_of(&package::folder(project).join("dist/fast"))?;
    let mut sizes = Vec::new();
    for bundler in BUNDLERS {
        let bundle = bench.bundled(bundler, SIGN)?;
        ensure!(
            bundle.contains(&own) && !bundle.contains(OF_FLOWS),
            "{bundler:?} does not leave out what nobody names"
        );
        sizes.push(format!("{bundler:?} {} kB", bundle.len() / 1_000));
    }
    let all = bench.bundled(Bundler::Esbuild, PAGE)?;
    ensure!(all.contains(&own) && all.contains(OF_FLOWS), "the control: a page that names all has not all");
    Ok(Outcome::all_passed(BUNDLERS.len() as u64 + 1, sizes.join(", ")))
}

/// A part of the base64 text of a wasm, after the common beginning.
fn start_of(folder: &Path) -> Result<String> {
    let text = fs::read_to_string(folder.join("wasm.inline.js"))?;
    text.get(200..300).map(str::to_owned).with_context(|| format!("no wasm in {}", folder.display()))
}

#[derive(Clone, Copy, Debug)]
enum Bundler {
    Vite,
    Webpack,
    Esbuild,
    Rollup,
}

impl<'a> Bench<'a> {
    fn new(project: &'a Project) -> Result<Self> {
        let dir = npm::install(project, FOLDER)?;
        let node = tools::node_of_version(project, TOOLS_NODE)?;
        let chosen = Run::new(&node).args(["run/cases.mjs"]).dir(&dir).answer(&project.log("runtimes/cases"))?;
        let work: Work = serde_json::from_str(&chosen.successful()?.answer).context("cases.mjs answered no JSON")?;
        ensure!(!work.is_empty() && work.values().all(|count| *count > 0), "a kind of cases has none");
        Ok(Self { project, dir, node, work })
    }

    fn node(&self, version: &str) -> Result<[Runtime; 2]> {
        let node = tools::node_of_version(self.project, version)?;
        let agent = format!("Node.js/{version}");
        Ok([("import", IMPORT), ("require", REQUIRE)].map(|(way, script)| {
            Runtime::new(format!("Node {version} by {way}"), [self.run(&node).args([script])], [&agent])
        }))
    }

    /// Without permissions, except that `require` may read files.
    fn deno(&self) -> [Runtime; 2] {
        [("import", IMPORT, "--no-prompt"), ("require", REQUIRE, "--allow-read")].map(|(way, script, permission)| {
            let run = self.tool(&format!("deno/bin.cjs run {permission} {script}"));
            Runtime::new(format!("Deno by {way}"), [run], ["Deno/"])
        })
    }

    /// An install script, which does not run, would provide its command; the program is in another package.
    fn bun_program(&self) -> Result<PathBuf> {
        let name = Path::new("bin/bun").with_extension(std::env::consts::EXE_EXTENSION);
        let packages = fs::read_dir(self.dir.join("node_modules/@oven")).context("npm has no Bun for this machine")?;
        let mut programs = packages.filter_map(|package| Some(package.ok()?.path().join(&name)));
        programs.find(|program| program.is_file()).context("npm's Bun has no program")
    }

    fn bun(&self) -> Result<[Runtime; 3]> {
        let bun = self.bun_program()?;
        let run = |script| self.run(&bun).args(["run", script]);
        let build = self.run(&bun).args(["build", IMPORT, "--target=bun", "--outfile", BUN_BUNDLE]);
        Ok([
            Runtime::new("Bun by import", [run(IMPORT)], ["Bun/"]),
            Runtime::new("Bun by require", [run(REQUIRE)], ["Bun/"]),
            Runtime::new("Bun, bundled by itself", [build, run(BUN_BUNDLE)], ["Bun/"]),
        ])
    }

    /// A settlement whose connection is cut is received once, by `send` in Node, Bun and Deno.
    fn settles_once(&self) -> Result<()> {
        let log = self.project.log("runtimes/cut");
        let programs = [self.node.clone(), self.bun_program()?];
        self.script(["run/cut.mjs"]).args(programs).logged(&log)?.successful().map(drop)
    }

    fn workerd(&self) -> Runtime {
        Runtime::new("workerd by Wrangler", [self.script(["run/workerd.mjs"])], ["Cloudflare-Workers"])
    }

    /// A page with `billwire`, or one with `billwire/slim`.
    fn bundle(&self, bundler: Bundler, source: &str, chromium: &Path) -> Result<Runtime> {
        let place = format!("build/{bundler:?}-{source}").to_lowercase();
        let folder = self.dir.join(&place);
        files::remove(&folder)?;
        fs::create_dir_all(&folder)?;
        fs::copy(self.dir.join(format!("work/{source}/index.html")), folder.join("index.html"))?;
        let build = self.build(bundler, &format!("work/{source}"), &place);
        let open = self.script(["run/page.mjs"]).args([chromium, &folder, Path::new(source)]);
        let runtime = Runtime::new(format!("{bundler:?} in Chromium, {source}"), [build, open], ["HeadlessChrome/"]);
        Ok(if source == SLIM { runtime.without("rounds") } else { runtime })
    }

    /// All scripts of a page, bundled.
    fn bundled(&self, bundler: Bundler, source: &str) -> Result<String> {
        let place = format!("build/bundles/{bundler:?}-{source}").to_lowercase();
        let folder = self.dir.join(&place);
        files::remove(&folder)?;
        let log = self.project.log(format!("runtimes/bundle-{bundler:?}-{source}").to_lowercase());
        self.build(bundler, &format!("work/{source}"), &place).logged(&log)?.successful()?;
        let scripts = [folder.clone(), folder.join("assets")].into_iter().filter(|folder| folder.is_dir());
        let mut text = String::new();
        for folder in scripts {
            for file in fs::read_dir(folder)? {
                let file = file?.path();
                let is_script = file.extension().is_some_and(|extension| extension == "js" || extension == "mjs");
                text.push_str(&if is_script { fs::read_to_string(file)? } else { String::new() });
            }
        }
        Ok(text)
    }

    /// Makes a bundle of a folder's `page.mjs`, next to a copy of its index.html, with which Vite begins.
    fn build(&self, bundler: Bundler, source: &str, place: &str) -> Run {
        let (entry, bundle) = (format!("./{source}/page.mjs"), format!("{place}/page.mjs"));
        self.tool(&match bundler {
            Bundler::Vite => format!("vite/bin/vite.js build {source} --outDir ../../{place}"),
            Bundler::Webpack => format!(
                "webpack/bin/webpack.js --mode=production --entry={entry} --output-path={place} --output-filename=page.mjs"
            ),
            Bundler::Esbuild => format!("esbuild/bin/esbuild {entry} --bundle --format=esm --outfile={bundle}"),
            Bundler::Rollup => {
                format!("rollup/dist/bin/rollup --plugin=node-resolve --input={entry} --format=es --file={bundle}")
            }
        })
    }

    /// Its development server bundles nothing but the dependencies.
    fn vite_server(&self, chromium: &Path) -> Runtime {
        let run = self.script(["run/vite.mjs"]).args([chromium]);
        Runtime::new("Vite's server in Chromium", [run], ["HeadlessChrome/"])
    }

    /// A route handler, a page rendered on the server, and one in the browser.
    fn next(&self, bundler: &str, chromium: &Path) -> Runtime {
        let build = self.tool(&format!("next/dist/bin/next build --{bundler} next"));
        let run = self.script(["run/next.mjs"]).args([chromium]);
        let node = format!("Node.js/{TOOLS_NODE}");
        Runtime::new(format!("Next by {bundler}"), [build, run], [&node, &node, "HeadlessChrome/"])
    }

    /// A command of an installed package: its script and arguments, none of which has a space in it.
    fn tool(&self, command: &str) -> Run {
        self.script(format!("node_modules/{command}").split(' '))
    }

    fn script<A: AsRef<OsStr>>(&self, script: impl IntoIterator<Item = A>) -> Run {
        self.run(&self.node).args(script)
    }

    /// Runs a program with its caches in `target`, and without telemetry.
    fn run(&self, program: &Path) -> Run {
        let own = self.project.target("runtimes");
        Run::new(program)
            .dir(&self.dir)
            .env("XDG_CACHE_HOME", own.join("cache"))
            .env("XDG_CONFIG_HOME", own.join("config"))
            .env("DENO_NO_UPDATE_CHECK", "1")
            .env("NEXT_TELEMETRY_DISABLED", "1")
            .env("WRANGLER_SEND_METRICS", "false")
    }
}
