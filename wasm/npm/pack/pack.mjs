// Completes the npm package, whose sources, glue and wasm files `cargo xtask` has put into FOLDER:
// `node pack.mjs FOLDER ROLLDOWN COMMANDER AMARO`, with the folders of these packages.
//
//   dist/wasm.js               import of the sources: `glue` and its `instance`, not yet started; the same in testing
//   dist/wasm.inline.js        compiles the wasm, which it holds as base64 text: needs no file, no fetch, no `await`
//   dist/wasm.workerd.js       has it as an imported module: workerd allows no compilation from bytes
//   dist/node/*.mjs            the entries for Node, a file each and one that they share, with the text of the wasm
//   dist/node/*.cjs            the same for a `require` that takes no ES module; they read the wasm from the disk
//   dist/node/wasm/*.cjs       the text of a wasm, for a CommonJS program in which that fails
//   dist/**/*.d.cts            the declarations for CommonJS
//   dist/cli/*                 the command line, with commander and its licence
//   dist/cli/templates/*.mjs   those of `billwire init` in JavaScript, made of those in TypeScript
//   <entry>/package.json       the entry for programs that do not read `exports`
//   package.json               `exports`, `main` and `typesVersions`, from the entries of wasm/npm/package.json
//
// docs/decisions/0021-one-file-for-node.md has the reasons.
import { resolve } from "node:path";
import { writeBundles } from "./bundles.mjs";
import { copyCommandLine } from "./command-line.mjs";
import { writeDeclarations } from "./declarations.mjs";
import { completeManifest } from "./manifest.mjs";
import { writeTemplates } from "./templates.mjs";
import { writeTexts, writeWasmModules } from "./wasm.mjs";

const [folder, rolldown, commander, amaro] = process.argv.slice(2).map((path) => resolve(path));

writeWasmModules(resolve(folder, "dist"));
const entries = completeManifest(folder);
writeDeclarations(resolve(folder, "dist"));
writeTexts(resolve(folder, "dist"));
await writeBundles(folder, entries, rolldown);
await copyCommandLine(folder, rolldown, commander);
writeTemplates(resolve(folder, "dist/cli/templates"), amaro);
