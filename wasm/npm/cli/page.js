// The page of the sandbox: its log, webhooks and books. It loads nothing from elsewhere.
import { readFileSync } from "node:fs";

const TYPES = { html: "text/html", css: "text/css", js: "text/javascript" };
const FILES = {
  "/": "index.html",
  "/sandbox": "index.html",
  "/sandbox/page.css": "page.css",
  "/sandbox/page.js": "page.js",
};
const POLICY =
  "default-src 'none'; connect-src 'self'; script-src 'self'; style-src 'self'; frame-ancestors 'none'";

/** File of the page that a request asks for, with its headers. */
export function pageAt({ method, url }) {
  const name = method === "GET" && Object.hasOwn(FILES, url) ? FILES[url] : undefined;
  if (name === undefined) return undefined;
  const type = TYPES[name.split(".").at(-1)];
  const headers = { "Content-Type": `${type}; charset=utf-8`, "Content-Security-Policy": POLICY };
  return { headers, text: readFileSync(new URL(`page/${name}`, import.meta.url)) };
}
