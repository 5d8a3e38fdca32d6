// SvelteKit by Vite's server, whose requests are those of its adapter for Node.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

export async function serve() {
  const root = fileURLToPath(new URL("sveltekit", import.meta.url));
  const server = await createServer({
    root,
    configFile: `${root}/vite.config.mjs`,
    logLevel: "error",
    server: { host: "127.0.0.1", port: 0 },
  });
  await server.listen();
  return new URL("/webhook", server.resolvedUrls.local[0]);
}
