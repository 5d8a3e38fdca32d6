const place = `../../build/${process.env.NITRO_PLACE ?? "nitro"}`;

export default defineNitroConfig({
  compatibilityDate: "2026-01-01",
  buildDir: `${place}/build`,
  output: { dir: `${place}/output` },
});
