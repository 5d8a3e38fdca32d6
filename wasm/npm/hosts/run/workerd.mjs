// Builds the worker as Wrangler does for anybody, asks it in workerd, and prints what it answers.
import { createTestHarness } from "wrangler";

const server = createTestHarness({ workers: [{ configPath: new URL("../work/wrangler.jsonc", import.meta.url).pathname }] });
await server.listen();
const response = await server.fetch("http://worker.example/");
console.log(await response.text());
await server.close();
