import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/*.test.ts"],
    pool: "forks",
    allowOnly: false,
    testTimeout: 30_000,
    hookTimeout: 180_000, // a production build of Next on a slow machine
  },
});
