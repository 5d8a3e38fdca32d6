// The declarations: they compile, have no `any`, and reject wrong use (see types/).
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as billwire from "billwire";
import * as sending from "billwire/fetch";
import * as slim from "billwire/slim";
import * as testing from "billwire/testing";
import { expect, test } from "vitest";
import { HANDLERS, MODULES } from "./support/handlers.ts";
import { DECLARED, declarationOf, exportedValues, membersOf } from "./support/signatures.ts";

const TSC = fileURLToPath(import.meta.resolve("typescript/bin/tsc"));

test("no declaration has any", () => {
  expect(DECLARED.length).toBeGreaterThan(30_000);
  expect(DECLARED).not.toMatch(/\bany\b/);
});

test.each<[string, object]>([
  ["index.d.ts", billwire],
  ["fetch.d.ts", sending],
  ...HANDLERS.map((name, at): [string, object] => [declarationOf(name), MODULES[at] ?? {}]),
  ["testing/index.d.ts", testing],
])("%s declares exactly the exports of its module", (entry, module) => {
  expect(exportedValues(entry).toSorted()).toEqual(Object.keys(module).toSorted());
});

test("slim declares only load and its types", () => expect(Object.keys(slim)).toEqual(["load"]));

test("right and wrong use with loose options, without DOM types", async () => {
  await promisify(execFile)(process.execPath, [TSC, "-p", "tsconfig.loose.json"], {
    cwd: new URL(".", import.meta.url),
  });
});

test("an editor shows the text of every next step, kind and code", () => {
  const undocumented = ["NextStep", "ErrorKind", "Code"].flatMap((list) =>
    membersOf(list).filter(({ doc }) => doc === ""),
  );
  expect(undocumented).toEqual([]);
  expect(
    membersOf("Code")
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(Object.keys(billwire.Code).toSorted());
  expect(membersOf("NextStep").find(({ name }) => name === "sendAgain")?.doc).toMatch(
    /^Nothing has happened/,
  );
});
