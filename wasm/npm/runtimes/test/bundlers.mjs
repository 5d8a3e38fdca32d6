// Bundles of a folder's `page.mjs`, next to a copy of its index.html, with which Vite begins.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { ROOT, run, tool } from "./bench.mjs";

export const BUNDLERS = {
  Vite: (source, place) => `vite/bin/vite.js build ${source} --outDir ../../${place}`,
  webpack: (source, place) =>
    `webpack/bin/webpack.js --mode=production --entry=./${source}/page.mjs --output-path=${place} ` +
    `--output-filename=page.mjs`,
  esbuild: (source, place) =>
    `esbuild/bin/esbuild ./${source}/page.mjs --bundle --format=esm --outfile=${place}/page.mjs`,
  rollup: (source, place) =>
    `rollup/dist/bin/rollup --plugin=node-resolve --input=./${source}/page.mjs --format=es --file=${place}/page.mjs`,
};

/** Empties the place of a bundle, and returns the command that makes it. */
export function bundling(bundler, page) {
  const place = `build/${bundler}-${page}`.toLowerCase();
  rmSync(ROOT + place, { recursive: true, force: true });
  mkdirSync(ROOT + place, { recursive: true });
  copyFileSync(`${ROOT}work/${page}/index.html`, `${ROOT}${place}/index.html`);
  return { place: ROOT + place, build: tool(BUNDLERS[bundler](`work/${page}`, place)) };
}

/** All scripts of a page, bundled. */
export async function bundled(bundler, page) {
  const { place, build } = bundling(bundler, page);
  await run(build);
  const folders = [place, `${place}/assets`].filter((folder) => existsSync(folder));
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`));
  return files
    .filter((file) => /\.m?js$/.test(file))
    .map((file) => readFileSync(file, "utf8"))
    .join("");
}
