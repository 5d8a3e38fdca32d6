export default defineNitroConfig({
  compatibilityDate: "2026-01-01",
  buildDir: "../../build/nitro/build",
  output: { dir: "../../build/nitro/output" },
});
