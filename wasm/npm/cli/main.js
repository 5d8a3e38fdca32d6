#!/usr/bin/env node
// The command line `npx billwire`. It checks Node's version before it loads the rest, which an older Node cannot read.
import { readFileSync } from "node:fs";

const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const [major, minor] = process.versions.node.split(".").map(Number);

if (engines.node.split("||").some(includesNode)) {
  await import("./program.js");
} else {
  console.error(`error: billwire needs Node ${engines.node}; this is Node ${process.versions.node}`);
  process.exitCode = 2;
}

/** Whether a range of `engines`, such as `^20.19.0` or `>=22.12.0`, includes this Node. */
function includesNode(range) {
  const [, kind, least, leastMinor] = /(\^|>=)(\d+)\.(\d+)/.exec(range);
  return major === Number(least) ? minor >= Number(leastMinor) : kind === ">=" && major > Number(least);
}
