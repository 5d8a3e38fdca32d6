// Webhooks of a paid bill at the hosts where backends run, each a program of its own: see hosts/run.mjs. Two at once.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bun, run, script, tool } from "./bench.mjs";

const HOSTS = {
  "serverless-http, Express": ["./serverless-http.mjs", "Express"],
  "serverless-http, Koa": ["./serverless-http.mjs", "Koa"],
  "@codegenie/serverless-express": ["./serverless-express.mjs"],
  "hono/aws-lambda": ["./hono-lambda.mjs"],
  "@hono/node-server 1": ["./hono-node.mjs", "@hono/node-server-1"],
  "@hono/node-server 2": ["./hono-node.mjs", "@hono/node-server"],
  "Google's functions framework": ["./functions-framework.mjs"],
  "Azure Functions": ["./azure.ts"],
  Express: ["./express.mjs"],
  "h3 1": ["./h3-1.mjs"],
  "h3 2": ["./h3.mjs"],
  "React Router": ["./react-router.mjs"],
  SvelteKit: ["./sveltekit.mjs"],
  "node-mocks-http": ["./node-mocks-http.mjs"],
  "HTTP/2": ["./http2.mjs"],
};

const NITRO = "nitropack/dist/cli/index.mjs build --dir hosts/nitro --preset";

async function built(name, command, host = "./nitro.mjs") {
  await run(tool(command), { NITRO_PLACE: name });
  await run(script("hosts/run.mjs", host, `build/${name}/output`));
}

describe("hosts", { concurrency: 2 }, () => {
  for (const [name, host] of Object.entries(HOSTS)) test(name, () => run(script("hosts/run.mjs", ...host)));
  // Their servers are copied to another folder.
  test("Nitro", () => built("nitro", `${NITRO} node-server`));
  test("Nitro for Vercel", () => built("vercel", `${NITRO} vercel`, "./vercel.mjs"));
  test("Nuxt", () => built("nuxt", "nuxt/bin/nuxt.mjs build hosts/nuxt"));
  test("Bun's server", () => run([bun(), "run", "hosts/run.mjs", "./bun.mjs"]));
  test("Deno's server", () => run(tool("deno/bin.cjs run --no-prompt --allow-all hosts/run.mjs ./deno.mjs")));

  for (const observer of ["dd-trace", "sentry"]) {
    test(`${observer}, loaded by --import, sees requests and no secret`, async () => {
      const seen = await run(script("--import", `./hosts/${observer}.mjs`, "hosts/run.mjs", "./express.mjs"));
      for (const word of ["/webhook", "/transaction/v2/verify"])
        assert.ok(seen.includes(word), `${observer} does not see ${word}`);
      for (const secret of ["test-verification", "test-webhook"])
        assert.ok(!seen.includes(secret), `${observer} sees ${secret}`);
    });
  }

  test("loggers write no secret", () => run(script("run/loggers.mjs")));
  test("the types of Azure Functions take the handler", () => run(tool("typescript/bin/tsc -p hosts")));
});
