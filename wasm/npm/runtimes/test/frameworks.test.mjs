// Test runners, frameworks and linters that load the package in their own way. Electron is not among them:
// npm has no package with its program. With Electron installed: `npx electron work/require.cjs`.
import { test } from "node:test";
import { run, script, tool, TOOLS_NODE, works } from "./bench.mjs";

const NODE = `Node.js/${TOOLS_NODE}`;
const asCommonJs = tool("esbuild/bin/esbuild work/work.mjs --bundle --format=cjs --outfile=build/work.cjs");
const jest = (name, args) => tool(`${name}/bin/jest.js --rootDir=jest --no-cache --runInBand ${args}`);
/** A condition of the program's own, which switches esbuild's `module` off. */
const conditioned = tool(
  "esbuild/bin/esbuild work/import.mjs --bundle --platform=node --format=esm " +
    "--conditions=development --outfile=build/conditioned.mjs",
);
/** Node without `require` of ES modules, as AWS Lambda and older Electrons run it. */
const invoke = (file) => script("--no-experimental-require-module", "run/lambda.cjs", file);
/** The options are those of the bundlers of CDK and SAM. */
const lambda = (file) =>
  tool(
    `esbuild/bin/esbuild ${file} --bundle --minify --platform=node --target=node22 --format=cjs ` +
      `--outfile=build/lambda/index.js`,
  );

works("Jest 29", [asCommonJs, jest("jest-29", "work.test.js")], ["Jest/29."]);
works("Jest 30", [asCommonJs, jest("jest", "work.test.js")], ["Jest/30."]);
works("Jest 30 with jsdom", [asCommonJs, jest("jest", "--env=jsdom work.test.js")], ["Jest/30."], {
  without: ["rounds"],
});
works("ts-jest", [asCommonJs, jest("jest", "--preset=ts-jest typed.test.ts")], ["ts-jest/29."]);
works(
  "NestJS as CommonJS",
  [asCommonJs, tool("typescript/bin/tsc -p nest"), script("build/nest/main.js")],
  [NODE],
);
for (const file of ["work/lambda.mjs", "work/lambda-zip.cjs"]) {
  works(
    `AWS Lambda, ${file} bundled by esbuild`,
    [asCommonJs, lambda(file), invoke("build/lambda/index.js")],
    [NODE],
  );
}
works("AWS Lambda, not bundled", [asCommonJs, invoke("work/lambda-zip.cjs")], [NODE]);
works("esbuild with a condition of its own", [conditioned, script("build/conditioned.mjs")], [NODE]);
test("React's server components and devalue take each outcome", () =>
  run(script("--conditions=react-server", "run/serialise.mjs")));
test("React Native refuses in words", () => run(script("run/react-native.mjs")));
test("eslint-plugin-import refuses an unknown entry", () => run(script("run/eslint.mjs")));
