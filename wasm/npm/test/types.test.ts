// The declarations: they compile, have no `any`, and reject wrong use (see types/).
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as billwire from "billwire";
import * as express from "billwire/express";
import * as fastify from "billwire/fastify";
import * as sending from "billwire/fetch";
import * as hono from "billwire/hono";
import * as nest from "billwire/nest";
import * as slim from "billwire/slim";
import * as testing from "billwire/testing";
import * as web from "billwire/web";
import { expect, test } from "vitest";
import { DECLARED, exportedValues, membersOf } from "./support/signatures.ts";

const TSC = fileURLToPath(import.meta.resolve("typescript/bin/tsc"));

test("no declaration has any", () => {
  expect(DECLARED.length).toBeGreaterThan(30_000);
  expect(DECLARED).not.toMatch(/\bany\b/);
});

test.each([
  ["index.d.ts", billwire],
  ["fetch.d.ts", sending],
  ["webhooks/express.d.ts", express],
  ["webhooks/fastify.d.ts", fastify],
  ["webhooks/hono.d.ts", hono],
  ["webhooks/nest.d.ts", nest],
  ["webhooks/web.d.ts", web],
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
