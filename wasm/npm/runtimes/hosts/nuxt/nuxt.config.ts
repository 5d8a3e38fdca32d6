export default defineNuxtConfig({
  compatibilityDate: "2026-01-01",
  telemetry: false,
  buildDir: "../../build/nuxt/build",
  nitro: { output: { dir: "../../build/nuxt/output" } },
});
