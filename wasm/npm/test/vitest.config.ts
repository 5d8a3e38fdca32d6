import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["*.test.ts"],
    pool: "forks",
    testTimeout: 60_000,
    // One shared process would let one file's memory hide another file's leak.
    isolate: true,
  },
});
