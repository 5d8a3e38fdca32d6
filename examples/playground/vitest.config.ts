import { defineConfig } from "vitest/config";
import { settings } from "./build/settings.ts";

export default defineConfig({
  plugins: [settings],
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: "tests/support/site.ts",
    // Two browsers at a time.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
