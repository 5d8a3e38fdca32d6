// The server that Nitro or Nuxt has built, copied to another folder: `node run.mjs ./nitro.mjs FOLDER`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function serve(output) {
  const copy = mkdtempSync(join(tmpdir(), "billwire-nitro-"));
  cpSync(output, copy, { recursive: true });
  const server = spawn(process.execPath, [join(copy, "server/index.mjs")], {
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", NITRO_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.on("exit", () => {
    server.kill();
    rmSync(copy, { recursive: true });
  });
  const [line] = await once(server.stdout.setEncoding("utf8"), "data");
  const [url] = /http:\/\/\S+/.exec(line) ?? [];
  return new URL("/webhook", url);
}
