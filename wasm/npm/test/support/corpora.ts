// Public corpora, from crates that contain them or from ../shared/corpora outside of the repository.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ROOT } from "./cases.ts";

/** Crates of tests/corpora/Cargo.toml that contain a corpus, and its folder there. */
const CARRIED: Readonly<Record<string, readonly [name: string, folder: string]>> = {
  "jsontestsuite/test_parsing": ["actson", "tests/json_test_suite/test_parsing"],
};

/** Folder of a corpus, or undefined. `cargo xtask test` lists a missing corpus as not run. */
export function corpus(name: string): URL | undefined {
  const [crate, path] = CARRIED[name] ?? [];
  const carried = crate && crates().get(crate);
  const folders = [new URL(`../shared/corpora/${name}/`, ROOT)];
  if (carried) folders.unshift(new URL(`${path}/`, pathToFileURL(`${carried}/`)));
  const found = folders.find((folder) => existsSync(folder));
  if (!found) console.warn(`not run: corpus ${name}: no crate has it, and ../shared/corpora is not there`);
  return found;
}

let folders: ReadonlyMap<string, string> | undefined;

/** Source folders of these crates; empty without cargo or network. */
function crates(): ReadonlyMap<string, string> {
  folders ??= (() => {
    const manifest = fileURLToPath(new URL("tests/corpora/Cargo.toml", ROOT));
    const args = ["metadata", "--locked", "--format-version", "1", "--manifest-path", manifest];
    try {
      const answer = execFileSync("cargo", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
      const { packages }: { packages: readonly { name: string; manifest_path: string }[] } = JSON.parse(answer);
      return new Map(packages.map((one) => [one.name, dirname(one.manifest_path)]));
    } catch {
      return new Map();
    }
  })();
  return folders;
}
