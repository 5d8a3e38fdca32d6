// Runs a bundled worker in workerd itself: Wrangler's harness would send its requests in workerd's stead.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

/** Posts a value to the worker, a file of the folder with its wasm files, and returns its answer. */
export async function inWorkerd(folder, worker, value) {
  const wasm = readdirSync(folder).filter((file) => file.endsWith(".wasm"));
  const modules = [
    `(name = "${worker}", esModule = embed "${worker}")`,
    ...wasm.map((file) => `(name = "${file}?module", wasm = embed "${file}")`),
  ];
  writeFileSync(
    `${folder}/config.capnp`,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (compatibilityDate = "2025-01-01", modules = [${modules}])),
    (name = "internet", network = (allow = ["public", "private"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`,
  );
  const program = createRequire(import.meta.url)("workerd").default;
  // It prints each failed connection as its own error.
  const workerd = spawn(program, ["serve", `${folder}/config.capnp`, "--control-fd=1"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    const [line] = await once(workerd.stdout, "data");
    const { port } = JSON.parse(line);
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: "POST",
      body: JSON.stringify(value),
    });
    return await response.json();
  } finally {
    workerd.kill();
  }
}
