import { type Plugin, defineConfig } from "vite";

/** What the built page may do: run its own script and wasm, and show its own styles. Nothing can be sent anywhere. */
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

/** Into the built page only: while developing, Vite itself talks to the page and writes its styles. */
const policy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: () => [
    { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
  ],
};

export default defineConfig({
  // Wherever the folder lies.
  base: "./",
  plugins: [policy],
  build: {
    target: "es2023",
    // Nothing is preloaded by fetch, and nothing becomes a data: address.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // The wasm is in the script as text.
    chunkSizeWarningLimit: 2000,
  },
});
