// Runs Next's production server on the output of `next build`: `node next.mjs CHROMIUM`. Prints three
// answers: of the route handler, of the page that is rendered on the server, and of the page that works in
// the browser.
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import next from "next";
import { listening, said, withBrowser } from "./browser.mjs";

const [chromium] = process.argv.slice(2);
const dir = fileURLToPath(new URL("../next/", import.meta.url));

const app = next({ dev: false, dir });
await app.prepare();
await listening(createServer(app.getRequestHandler()), async (url) => {
  const response = await fetch(`${url}route`, { method: "POST" });
  console.log(await response.text());
  await withBrowser(chromium, async (browser) => {
    for (const path of ["", "browser"]) console.log(await said(browser, url + path));
  });
});
await app.close();
