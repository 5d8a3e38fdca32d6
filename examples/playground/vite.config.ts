import { type Plugin, defineConfig } from "vite";
import { policyOf } from "./build/policy.ts";
import { settings } from "./build/settings.ts";
import { singleFile } from "./build/single-file.ts";

/** Applies to the built page only: during development, Vite talks to the page and writes its styles. */
const policy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: () => [
    {
      tag: "meta",
      attrs: {
        "http-equiv": "Content-Security-Policy",
        content: policyOf({ script: "'self'", style: "'self'", image: "'self'" }),
      },
      injectTo: "head-prepend",
    },
  ],
};

export default defineConfig({
  // Works in any folder.
  base: "./",
  plugins: [settings, policy, singleFile],
  build: {
    target: "es2023",
    // No preloading by fetch, and no data: address.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The script contains the wasm as text.
    chunkSizeWarningLimit: 2000,
  },
});
