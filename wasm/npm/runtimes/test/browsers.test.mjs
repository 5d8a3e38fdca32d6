// Pages in Chromium: by each bundler, from `billwire` and from `billwire/slim`, by Vite's server, and by
// Next. Two at once.
import { rmSync } from "node:fs";
import { describe } from "node:test";
import { CHROMIUM, ROOT, script, tool, TOOLS_NODE, works } from "./bench.mjs";
import { BUNDLERS, bundling } from "./bundlers.mjs";

const NEXT_AGENTS = [`Node.js/${TOOLS_NODE}`, `Node.js/${TOOLS_NODE}`, "HeadlessChrome/"];

describe("pages", { concurrency: 2 }, () => {
  // A route of the Pages Router; then a route handler, a page rendered on the server, and one in the browser.
  // Next's caches compare versions only, and would keep an older package.
  for (const bundler of ["turbopack", "webpack"]) {
    const folder = `.next/${bundler}`;
    rmSync(`${ROOT}next/${folder}`, { recursive: true, force: true });
    const steps = [
      tool(`next/dist/bin/next build --${bundler} next`),
      script("hosts/run.mjs", "./next.mjs"),
      script("run/next.mjs", CHROMIUM),
    ];
    works(`Next by ${bundler}`, steps, NEXT_AGENTS, { env: { NEXT_FOLDER: folder } });
  }
  for (const bundler of Object.keys(BUNDLERS)) {
    for (const page of ["page", "slim"]) {
      const { place, build } = bundling(bundler, page);
      // `billwire/slim` leaves out what only a desk needs.
      const without = page === "slim" ? { without: ["rounds", "mistakes"] } : {};
      works(
        `${bundler}, ${page}`,
        [build, script("run/page.mjs", CHROMIUM, place, page)],
        ["HeadlessChrome/"],
        without,
      );
    }
  }
  works("Vite's server", [script("run/vite.mjs", CHROMIUM)], ["HeadlessChrome/"]);
});
