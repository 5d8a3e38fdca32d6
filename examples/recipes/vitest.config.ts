import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/*.test.ts"],
    pool: "forks",
    allowOnly: false,
    maxConcurrency: 8, // recipes with a variant: their cases mostly wait
    testTimeout: 30_000,
    hookTimeout: 180_000, // a production build of Next on a slow machine
  },
});
