// Opens a bundle in Chromium: `node page.mjs CHROMIUM FOLDER page|slim`. Prints the output of the page under
// a policy with 'wasm-unsafe-eval', after a check that the page does not load without.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { said, served, withBrowser } from "./browser.mjs";

const [chromium, folder, source] = process.argv.slice(2);
const slim = source === "slim";

if (slim)
  copyFileSync(new URL(import.meta.resolve("billwire/slim/billwire.wasm")), join(folder, "billwire.wasm"));

await withBrowser(chromium, async (browser) => {
  await served(folder, policy("'self'"), (url) => refused(browser, url));
  await served(folder, policy("'self' 'wasm-unsafe-eval'"), async (url) =>
    console.log(await said(browser, url)),
  );
});

/** Policy that allows only the page's own scripts, and fetching the wasm file if there is one. */
function policy(scripts) {
  const directives = [
    "default-src 'none'",
    `script-src ${scripts}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ];
  return [...directives, ...(slim ? ["connect-src 'self'"] : [])].join("; ");
}

async function refused(browser, url) {
  const reason = await said(browser, url).catch((error) => error);
  if (!/allow 'wasm-unsafe-eval' in .* Content-Security-Policy/.test(reason.message)) {
    throw new Error("without 'wasm-unsafe-eval' the page loads, or does not say why not", { cause: reason });
  }
  console.error(`refused, as it has to be: ${reason.message}`);
}
