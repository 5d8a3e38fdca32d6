// The function that Nitro has built for Vercel, copied to another folder: `node run.mjs ./vercel.mjs FOLDER`.
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export async function serve(output) {
  const copy = mkdtempSync(join(tmpdir(), "billwire-vercel-"));
  process.on("exit", () => rmSync(copy, { recursive: true }));
  cpSync(`${output}/functions/__fallback.func`, copy, { recursive: true });
  const { default: handle } = await import(pathToFileURL(join(copy, "index.mjs")));
  const server = createServer(handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  return new URL("/webhook", `http://127.0.0.1:${server.address().port}`);
}
