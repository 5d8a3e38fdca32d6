// The Pages Router of Next, in its production build.
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import next from "next";
import { listening } from "./listening.mjs";

export async function serve() {
  const app = next({ dev: false, dir: fileURLToPath(new URL("../next", import.meta.url)) });
  await app.prepare();
  return new URL("/api/webhook", await listening(createServer(app.getRequestHandler())));
}
