import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { AT_LENGTH } from "./support/length.ts";

const support = (name: string): string => fileURLToPath(new URL(`support/${name}.ts`, import.meta.url));

export default defineConfig({
  test: {
    pool: "forks",
    setupFiles: support("inside"),
    testTimeout: 60_000,
    // In a shared process, the memory of one file could hide the leak of another.
    isolate: true,
    // On two cores it would be one: many files wait for a compiler or a socket.
    maxWorkers: 2,
    projects: AT_LENGTH
      ? [{ extends: true, test: { name: "at length", include: ["{flat,paths}.test.ts"] } }]
      : [
          {
            extends: true,
            test: { name: "billwire", include: ["*.test.ts"], env: { VECTORS: "javascript" } },
          },
          {
            extends: true,
            resolve: { alias: [{ find: /^billwire$/, replacement: support("slim") }] },
            test: {
              name: "slim",
              include: ["{call,credit,drafts,errors,kinds,robust,secrets,settlement,vectors}.test.ts"],
              env: { VECTORS: "slim" },
            },
          },
        ],
  },
});
