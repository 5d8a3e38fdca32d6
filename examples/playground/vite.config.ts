import { type Plugin, defineConfig } from "vite";

/** Policy of the built page: it may run its own script and wasm, and use its own styles. It cannot send anything. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Applies to the built page only: during development, Vite talks to the page and writes its styles. */
const policy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: () => [
    { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
  ],
};

export default defineConfig({
  // Works in any folder.
  base: "./",
  plugins: [policy],
  build: {
    target: "es2023",
    // No preloading by fetch, and no data: address.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The script contains the wasm as text.
    chunkSizeWarningLimit: 2000,
  },
});
