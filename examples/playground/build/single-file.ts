// The whole page as one file, which opens without a server and without a network.
import { Buffer } from "node:buffer";
import type { Plugin, Rolldown } from "vite";
import { hashSource, policyOf } from "./policy.ts";

export const SINGLE_FILE = "billwire-playground.html";

type Bundle = Rolldown.OutputBundle;

export const singleFile: Plugin = {
  name: "single-file",
  apply: "build",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      this.emitFile({ type: "asset", fileName: SINGLE_FILE, source: inlined(bundle) });
    },
  },
};

function inlined(bundle: Bundle): string {
  const icon = assetOf(bundle, ".svg");
  const name = icon.fileName.replace(/^.*\//, "");
  const data = `data:image/svg+xml;base64,${Buffer.from(icon.source).toString("base64")}`;
  // The script names it relative to itself, and the page relative to the page.
  const script = inScript(codeOf(bundle).replaceAll(name, data));
  const style = textOf(bundle, ".css");
  const sources = { script: hashSource(script), style: hashSource(style), image: "data:" };
  const page = textOf(bundle, "index.html")
    .replace(/(http-equiv="Content-Security-Policy" content=)"[^"]*"/, (_, start) => `${start}"${policyOf(sources)}"`)
    .replace(/<script type="module"[^>]*><\/script>\s*/, "")
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
    .replaceAll(`./${icon.fileName}`, data)
    .replace("</body>", () => `<script type="module">${script}</script>\n  </body>`);
  const left = /(?:src|href)="(?!data:|#|https:\/\/)[^"]*"/.exec(page.replace(script, ""));
  if (left !== null) throw new Error(`the single file still names ${left[0]}`);
  return page;
}

/** The only script. A second one would need a server. */
function codeOf(bundle: Bundle): string {
  const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
  const [chunk] = chunks;
  if (chunk === undefined || chunks.length > 1) throw new Error("expected one script");
  return chunk.code;
}

function textOf(bundle: Bundle, ending: string): string {
  return String(assetOf(bundle, ending).source);
}

function assetOf(bundle: Bundle, ending: string): Rolldown.OutputAsset {
  const [asset, ...others] = Object.values(bundle).filter((one) => one.fileName.endsWith(ending));
  if (asset?.type !== "asset" || others.length > 0) throw new Error(`expected one file ${ending}`);
  return asset;
}

/** A text in a script must not end it. */
function inScript(code: string): string {
  return code.replace(/<\/(script)/gi, "<\\/$1").replaceAll("<!--", "<\\!--");
}
