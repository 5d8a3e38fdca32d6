// Runs the steps of one runtime after the other, and checks the answers: every case passed, in the right runtime.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { promisify } from "node:util";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Bundlers and frameworks need a newer Node than the machine's may be. */
export const TOOLS_NODE = "24.21.0";
/** The oldest of each release line in package.json, a maintained one, and the newest. */
export const NODES = ["20.19.0", "22.12.0", "24.21.0", "26.10.0"];
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const LIMIT_MS = 5 * 60_000;
const OUTPUT = { maxBuffer: 64 << 20, timeout: LIMIT_MS };

/** The number of cases of each kind, which `run/cases.mjs` writes and prints. */
export const WORK = JSON.parse(await run([process.execPath, "run/cases.mjs"]));
assert.ok(
  Object.values(WORK).length > 0 && Object.values(WORK).every((count) => count > 0),
  "a kind of cases has none",
);

/** Node of this version, as npm has it. */
export function node(version) {
  const program = `${ROOT}node_modules/node-${version}/bin/node`;
  assert.ok(existsSync(program), `npm has no Node ${version} for this machine`);
  return program;
}

/** Bun's program; an install script, which does not run, would provide its command. */
export function bun() {
  const packages = readdirSync(`${ROOT}node_modules/@oven`).map(
    (name) => `${ROOT}node_modules/@oven/${name}/bin/bun`,
  );
  return packages.find((program) => existsSync(program)) ?? assert.fail("npm has no Bun for this machine");
}

/** Command of an installed package: its script and arguments, none of which has a space in it. */
export function tool(command) {
  return [node(TOOLS_NODE), ...`node_modules/${command}`.split(" ")];
}

/** Command of a script here. */
export function script(...args) {
  return [node(TOOLS_NODE), ...args];
}

/** Runs a command with variables of its own, and returns what it prints. */
export async function run([program, ...args], variables = {}) {
  // Caches are in `target`, and nothing is reported to anybody.
  const own = `${ROOT}../../../target/runtimes`;
  const quiet = {
    DENO_NO_UPDATE_CHECK: "1",
    NEXT_TELEMETRY_DISABLED: "1",
    NUXT_TELEMETRY_DISABLED: "1",
    WRANGLER_SEND_METRICS: "false",
    NO_COLOR: "1",
  };
  const env = {
    ...process.env,
    XDG_CACHE_HOME: `${own}/cache`,
    XDG_CONFIG_HOME: `${own}/config`,
    ...quiet,
    ...variables,
  };
  // They belong to this run of node:test.
  delete env.NODE_TEST_CONTEXT;
  try {
    return (await promisify(execFile)(program, args, { cwd: ROOT, env, ...OUTPUT })).stdout;
  } catch (error) {
    throw new Error(
      `${program} ${args.join(" ")}: ${error.code ?? error.signal}\n${error.stdout}\n${error.stderr}`,
    );
  }
}

/** A runtime that does all the work. The last step prints an answer for each agent, with the agent's name. */
export function works(name, steps, agents, { without = [], env } = {}) {
  test(name, async () => {
    let printed = "";
    for (const step of steps) printed = await run(step, env);
    const expected = Object.fromEntries(Object.entries(WORK).filter(([kind]) => !without.includes(kind)));
    judge(printed, agents, expected);
  });
}

/** Checks that each agent answered, and that none left out or failed any work. */
export function judge(printed, agents, work) {
  const answers = printed
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
  assert.equal(answers.length, agents.length, `answers of ${agents}: ${printed}`);
  for (const [at, { runtime, passed, failed }] of answers.entries()) {
    assert.ok(runtime?.includes(agents[at]), `${runtime} has done the work, and not ${agents[at]}`);
    assert.deepEqual(failed, [], runtime);
    assert.deepEqual(passed, work, runtime);
  }
}
