// The command line `npx billwire`, which contains commander: the package depends on no other.
import { chmodSync, copyFileSync, cpSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const SOURCES = fileURLToPath(new URL("../cli", import.meta.url));

export async function copyCommandLine(folder, rolldown, commander) {
  const dist = join(folder, "dist/cli");
  cpSync(SOURCES, dist, { recursive: true });
  const { build } = await import(
    pathToFileURL(createRequire(join(rolldown, "package.json")).resolve("rolldown"))
  );
  await build({
    input: join(commander, "esm.mjs"),
    platform: "node",
    logLevel: "warn",
    output: { file: join(dist, "commander.js"), format: "esm", minify: true },
  });
  copyFileSync(join(commander, "LICENSE"), join(dist, "LICENSE-commander"));
  chmodSync(join(dist, "main.js"), 0o755);
}
