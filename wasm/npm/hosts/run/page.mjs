// A bundle in Chromium: `node page.mjs CHROMIUM FOLDER`. It prints what the page says under a policy with
// 'wasm-unsafe-eval', once it was seen that the page does not load without.
import { said, served, withBrowser } from "./browser.mjs";

const [chromium, folder] = process.argv.slice(2);

await withBrowser(chromium, async (browser) => {
  await served(folder, "", (url) => refused(browser, url));
  await served(folder, "'wasm-unsafe-eval'", async (url) => console.log(await said(browser, url)));
});

async function refused(browser, url) {
  const reason = await said(browser, url).catch((error) => error);
  if (!/Content Security Policy/i.test(reason.message)) throw new Error("the page loads without 'wasm-unsafe-eval', or fails unclearly", { cause: reason });
  console.error(`refused, as it has to be: ${reason.message}`);
}
