// Serves a folder under a strict content security policy, opens its page in Chromium and gives what the page says.
import { createServer } from "node:http";
import { chromium } from "playwright-core";
import sirv from "sirv";

const PATIENCE = 60_000;

/** Nothing but the page's own scripts, of which none may become HTML or code; and what `wasm` adds to that. */
const policy = (wasm) =>
  `default-src 'none'; script-src 'self' ${wasm}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`;

/** Does some work with Chromium, which is ended in any case. */
export async function withBrowser(executablePath, work) {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Does some work with the address at which the folder is served under the policy. */
export function served(folder, wasm, work) {
  const setHeaders = (response) => response.setHeader("Content-Security-Policy", policy(wasm));
  return listening(createServer(sirv(folder, { dev: true, setHeaders })), work);
}

/** Does some work with the address of a server, which is closed in any case. */
export async function listening(server, work) {
  await new Promise((started) => server.listen(0, "127.0.0.1", started));
  try {
    return await work(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** What the page at the address says in its `output`; the first error that nobody caught there is thrown. */
export async function said(browser, url) {
  const page = await browser.newPage();
  try {
    const failed = new Promise((_, reject) => {
      page.once("pageerror", reject);
      page.once("requestfailed", (request) => reject(new Error(`${request.url()}: ${request.failure()?.errorText}`)));
    });
    const output = page.locator("output", { hasText: /./ });
    const spoken = page.goto(url).then(() => output.textContent({ timeout: PATIENCE }));
    return await Promise.race([spoken, failed]);
  } finally {
    await page.close();
  }
}
