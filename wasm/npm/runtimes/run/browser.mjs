// Serves folders, opens pages in Chromium and returns their output.
import { createServer } from "node:http";
import { chromium } from "playwright-core";
import sirv from "sirv";

const PATIENCE = 60_000; // milliseconds

/** Runs `work` with Chromium, and ends Chromium afterwards. */
export async function withBrowser(executablePath, work) {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Runs `work` with the address of a folder, which is served under a content security policy. */
export function served(folder, policy, work) {
  const setHeaders = (response) => response.setHeader("Content-Security-Policy", policy);
  return listening(createServer(sirv(folder, { dev: true, setHeaders })), work);
}

/** Runs `work` with the address of a server, and closes the server afterwards. */
export async function listening(server, work) {
  await new Promise((started) => server.listen(0, "127.0.0.1", started));
  try {
    return await work(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Text of the page's `output`. Throws the first uncaught error of the page. */
export async function said(browser, url) {
  const page = await browser.newPage();
  try {
    page.on("console", (message) => console.error(`${message.type()} in ${url}: ${message.text()}`));
    const failed = new Promise((_, reject) => page.once("pageerror", reject));
    const output = page.locator("output", { hasText: /./ });
    const spoken = page.goto(url).then(() => output.textContent({ timeout: PATIENCE }));
    return await Promise.race([spoken, failed]);
  } finally {
    await page.close();
  }
}
