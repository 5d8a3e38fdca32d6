// The templates of `billwire init` in JavaScript, made of those in TypeScript: types are taken out, nothing
// else changes.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** Comments that mark what a page of the guide shows. */
const ANCHOR = /^ *(?:\/\/|--) ANCHOR.*\n/gm;

/** Writes `<name>.mjs` beside each `<name>.mts` of a folder, with amaro, the type stripper of Node. */
export function writeTemplates(folder, amaro) {
  const { transformSync } = createRequire(join(amaro, "package.json"))("amaro");
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const source = readFileSync(file, "utf8").replace(ANCHOR, "");
    writeFileSync(file, source);
    if (!name.endsWith(".mts")) continue;
    const { code } = transformSync(source, { mode: "strip-only" });
    writeFileSync(file.replace(/mts$/, "mjs"), withoutBlanks(source, code));
  }
}

/** Deletes what the stripper has replaced by spaces: it keeps each other character in its place. */
function withoutBlanks(source, stripped) {
  const [before, after] = [source.split("\n"), stripped.split("\n")];
  if (before.some((line, nth) => line.length !== after[nth]?.length))
    throw new Error("characters have moved");
  const lines = [];
  for (const [nth, line] of after.entries()) {
    const isType = line.trim() === "" && before[nth].trim() !== "";
    if (!isType) lines.push(shortened(before[nth], line));
    else if (lines.at(-1)?.trim().endsWith("*/"))
      lines.splice(lines.findLastIndex((each) => each.includes("/**")));
  }
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^(import .*), }/gm, "$1 }");
}

/** Deletes the replaced characters of a line with the spaces between them, and one space before a space or an end. */
function shortened(before, after) {
  const isReplaced = (at) => after[at] === " " && before[at] !== " ";
  let kept = "";
  for (let at = 0; at < after.length; at++) {
    if (!isReplaced(at)) {
      kept += after[at];
      continue;
    }
    while (isReplaced(at + 1) || (after[at + 1] === " " && isReplaced(at + 2))) at++;
    if (kept.endsWith(" ") && /[ ;,)\]}]/.test(after[at + 1] ?? " ")) kept = kept.slice(0, -1);
  }
  return kept.trimEnd();
}
