// Runs Vite's development server, which does not bundle: `node vite.mjs CHROMIUM`. Prints the output of the page.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { said, withBrowser } from "./browser.mjs";

const [chromium] = process.argv.slice(2);
const root = fileURLToPath(new URL("../work/page/", import.meta.url));

// Vite's cache may hold an earlier package with the same version.
const server = await createServer({
  root,
  configFile: false,
  logLevel: "error",
  optimizeDeps: { force: true },
});
await server.listen(0);
try {
  await withBrowser(chromium, async (browser) =>
    console.log(await said(browser, server.resolvedUrls.local[0])),
  );
} finally {
  await server.close();
}
