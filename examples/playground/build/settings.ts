// The profile's settings as a module of the page, read from the installed package: a new setting appears by itself.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { membersOf } from "./declarations.ts";

const NAME = "virtual:settings";
const DECLARATIONS = ["profile.d.ts", "index.d.ts"].map((file) =>
  fileURLToPath(new URL(`../node_modules/billwire/dist/${file}`, import.meta.url)),
);

export const settings: Plugin = {
  name: "settings",
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load(id) {
    if (id !== `\0${NAME}`) return undefined;
    const source = DECLARATIONS.map((file) => readFileSync(file, "utf8")).join("\n");
    return `export default ${JSON.stringify(membersOf(source, "WireProfile"))}`;
  },
};
