//! Test runners, frameworks and linters that load the package in their own way.

use anyhow::Result;

use crate::process::Run;
use crate::project::Project;
use xtask::suites::Outcome;

use super::runtime::{self, Runtime};
use super::{Bench, TOOLS_NODE};

/// Node without `require` of ES modules, as AWS Lambda and older Electrons run it.
const OLD_REQUIRE: &str = "--no-experimental-require-module";

const ELECTRON: (&str, &str) = (
    "Electron",
    "npm has no package with its program, which it downloads from elsewhere. With Electron installed: \
     `npx electron wasm/npm/runtimes/work/require.cjs` after `cargo xtask prove \"npm frameworks\"`",
);

/// Jest, ts-jest, NestJS, AWS Lambda, eslint-plugin-import, and React Native, in which the package has to refuse.
pub(crate) fn suite(project: &Project) -> Result<Outcome> {
    let bench = Bench::new(project)?;
    let node = format!("Node.js/{TOOLS_NODE}");
    let runtimes = vec![
        bench.jest("Jest 29", "jest-29", &["work.test.js"], "Jest/29."),
        bench.jest("Jest 30", "jest", &["work.test.js"], "Jest/30."),
        bench.jest("ts-jest", "jest", &["--preset=ts-jest", "typed.test.ts"], "ts-jest/29."),
        Runtime::new(
            "NestJS as CommonJS",
            [bench.work_as_commonjs(), bench.tool("typescript/bin/tsc -p nest"), bench.script(["build/nest/main.js"])],
            [&node],
        ),
        bench.lambda("AWS Lambda, bundled by esbuild from import", "work/lambda.mjs", &node),
        bench.lambda("AWS Lambda, bundled by esbuild from require", "work/lambda-zip.cjs", &node),
        Runtime::new(
            "AWS Lambda, not bundled",
            [bench.work_as_commonjs(), bench.invoke("work/lambda-zip.cjs")],
            [&node],
        ),
        Runtime::refuses("React Native", bench.script(["run/react-native.mjs"])),
        Runtime::refuses("an unknown entry, by eslint-plugin-import", bench.script(["run/eslint.mjs"])),
    ];
    let outcome = runtime::play(project, runtimes, &bench.work)?;
    Ok(Outcome { not_run: vec![(ELECTRON.0.to_owned(), ELECTRON.1.to_owned())], ..outcome })
}

impl Bench<'_> {
    fn jest(&self, name: &str, package: &str, args: &[&str], agent: &str) -> Runtime {
        let jest = self.tool(&format!("{package}/bin/jest.js --rootDir=jest --no-cache --runInBand"));
        Runtime::new(name, [self.work_as_commonjs(), jest.args(args)], [agent])
    }

    /// The options are those of the bundlers of CDK and SAM.
    fn lambda(&self, name: &str, function: &str, agent: &str) -> Runtime {
        let bundle = "build/lambda/index.js";
        let options = format!("--bundle --minify --platform=node --target=node22 --format=cjs --outfile={bundle}");
        let build = self.tool(&format!("esbuild/bin/esbuild {function} {options}"));
        Runtime::new(name, [self.work_as_commonjs(), build, self.invoke(bundle)], [agent])
    }

    fn invoke(&self, function: &str) -> Run {
        self.script([OLD_REQUIRE, "run/lambda.cjs", function])
    }

    fn work_as_commonjs(&self) -> Run {
        self.tool("esbuild/bin/esbuild work/work.mjs --format=cjs --outfile=build/work.cjs")
    }
}
