// The webhook handlers: package.json has a row for each.
import { readFileSync } from "node:fs";
import type { webhook } from "billwire/web";
import { DIST } from "./models.ts";

interface Module {
  readonly webhook: (options: Parameters<typeof webhook>[0]) => unknown;
}

const { exports } = JSON.parse(readFileSync(new URL("../package.json", DIST), "utf8"));

/** Names of their entries, such as `express`. */
export const HANDLERS: readonly string[] = Object.entries<{ default?: string }>(exports)
  .filter(([, entry]) => entry.default?.startsWith("./dist/webhooks/"))
  .map(([entry]) => entry.slice("./".length));

/** Their modules, in the same order. */
export const MODULES: readonly Module[] = await Promise.all(
  HANDLERS.map((name) => import(`billwire/${name}`)),
);
