// Runs the tests of a wasm in Node and in Chromium. wasm-bindgen's own runner, for all browsers, compiles 120
// more crates.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { run } from "./page.mjs";

const PATIENCE = 120_000; // milliseconds
const PAGE = `<!doctype html><pre id="output"></pre><script type="module">
  import { run } from "./page.mjs";
  const result = await run("./tests_bg.wasm").catch(String);
  await fetch("/", { method: "POST", body: result + "\\n" + document.getElementById("output").textContent });
</script>`;

if (!(await run(file("tests_bg.wasm")))) process.exit(1);
console.log("in Chromium:");

const types = { js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm", "/": "text/html" };
const server = createServer(async (request, response) => {
  if (request.method === "POST") {
    let text = "";
    for await (const piece of request) text += piece;
    console.log(text);
    chromium.kill("SIGKILL");
    process.exit(text.startsWith("true\n") ? 0 : 1);
  }
  const name = request.url === "/" ? "/" : request.url.slice(1);
  const type = types[name.split(".").pop()];
  if (type === undefined || !/^[\w.]+$|^\/$/.test(name)) return response.writeHead(404).end();
  response.setHeader("Content-Type", type).end(name === "/" ? PAGE : file(name));
});
await new Promise((started) => server.listen(0, "127.0.0.1", started));
const profile = `--user-data-dir=${fileURLToPath(new URL("profile", import.meta.url))}`;
const address = `http://127.0.0.1:${server.address().port}/`;
const chromium = spawn("chromium", ["--headless", "--no-sandbox", "--disable-gpu", profile, address], {
  stdio: "ignore",
});
chromium.on("error", fail);
setTimeout(() => fail("Chromium is silent"), PATIENCE);

function fail(reason) {
  console.error(String(reason));
  chromium.kill("SIGKILL");
  process.exit(1);
}

function file(name) {
  return readFileSync(new URL(name, import.meta.url));
}
