// Builds the worker with Wrangler, calls it in workerd, and prints its answer.
import { fileURLToPath } from "node:url";
import { createTestHarness } from "wrangler";

const configPath = fileURLToPath(new URL("../work/wrangler.jsonc", import.meta.url));
const server = createTestHarness({ workers: [{ configPath }] });
await server.listen();
const response = await server.fetch("http://worker.example/");
console.log(await response.text());
await server.close();
