// Builds the page as one file, which opens without a server and without a network.
import { createHash } from "node:crypto";
import type { Plugin } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { defineConfig } from "vitest/config";

/** The policy of the built page: it runs its own script, style and wasm, shows its own images, and sends nothing. */
const policy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset" || Object.keys(bundle).length > 1) throw new Error("expected one file");
      page.source = withPolicy(String(page.source));
    },
  },
};

function withPolicy(html: string): string {
  const directives = [
    "default-src 'none'",
    `script-src ${hashOf(html, "script")} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(html, "style")}`,
    "img-src data:",
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  const meta = `<meta http-equiv="Content-Security-Policy" content="${directives.join("; ")}" />`;
  return html.replace("<head>", () => `<head>\n    ${meta}`);
}

/** Source that allows exactly the page's script or style. */
function hashOf(html: string, tag: string): string {
  const [found, ...others] = html.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, "g"));
  if (found?.[1] === undefined || others.length > 0) throw new Error(`expected one ${tag}`);
  return `'sha256-${createHash("sha256").update(found[1]).digest("base64")}'`;
}

export default defineConfig({
  plugins: [viteSingleFile(), policy],
  oxc: { jsx: { importSource: "preact" } },
  build: { target: "es2023" },
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: "tests/build.ts",
    // Two browsers at a time.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
