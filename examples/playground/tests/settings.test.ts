// The form's settings are those of the package. The oracle is billwire itself, and the sources of core.
import { readFileSync } from "node:fs";
import { Biller, isBillwireError } from "billwire";
import { beforeAll, describe, expect, test, vi } from "vitest";
import members from "virtual:settings";
import { type Type, membersOf } from "../build/declarations.ts";

beforeAll(() => vi.stubGlobal("navigator", { language: "en" }));

const CORE = readFileSync(new URL("../../../core/src/profile/mod.rs", import.meta.url), "utf8");

/** Settings of core, in camel case. */
function settingsOfCore(): string[] {
  const [, block = ""] = /pub struct WireProfile \{([\s\S]*?)\n\}/.exec(CORE) ?? [];
  const names = [...block.matchAll(/^ {4}pub (\w+):/gm)].map(([, name = ""]) => name);
  return names.map((name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
}

function violations(profile: unknown): string[] {
  try {
    new Biller({ baseUrl: "https://a.example", profile: profile as object, dangerouslyAllowBrowser: true });
    return [];
  } catch (error) {
    if (!isBillwireError(error)) throw error;
    return error.violations.map(({ code }) => code);
  }
}

/** A value of each type, as the form makes it. */
const values = (type: Type): unknown[] => {
  if (type.kind === "choice") return [...type.values];
  if (type.kind === "flag") return [true, false];
  if (type.kind === "texts") return [["A"]];
  if (type.kind === "numbers") return [[404], []];
  return type.kind === "object"
    ? type.members.map(({ name, type: inner }) => ({ [name]: values(inner)[0] }))
    : ["+07:00"];
};

describe("settings", () => {
  test("every setting of core has a field, and no other", () => {
    expect(members.map(({ name }) => name)).toEqual(settingsOfCore());
    expect(members.every(({ doc }) => doc.endsWith("."))).toBe(true);
  });

  test("billwire accepts every choice that the form offers", () => {
    const local = { dateOffset: { dateStyle: "local_seconds" }, destinationKey: {} };
    for (const { name, type } of members) {
      for (const value of values(type)) {
        const found = violations({ ...(local as Record<string, object>)[name], [name]: value });
        expect(
          found.filter((code) => code === "unknown_field" || code === "wrong_type" || code === "unknown_value"),
          name,
        ).toEqual([]);
      }
    }
    expect(violations({ other: 1 })).toEqual(["unknown_field"]);
  });

  test("typed texts become values of their types", async () => {
    const { changed, groups, profile, resetProfile, textOf } = await import("../src/profile/state.ts");
    expect(profile.value).toEqual({});
    const typed = {
      "successCodes.settlement": "0, 00\n,",
      nothingHappenedStatuses: "400,x",
      compareTotals: "true",
      dateStyle: "date",
      "settlementLookup.identity_code": "ref_id",
      "pendingStatuses.bill": "[]",
    };
    for (const [path, text] of Object.entries(typed)) textOf(path).value = text;
    expect(profile.value).toEqual({
      successCodes: { settlement: ["0", "00"] },
      nothingHappenedStatuses: [400, "x"],
      compareTotals: true,
      dateStyle: "date",
      settlementLookup: { identity_code: "ref_id" },
      pendingStatuses: { bill: [] },
    });
    expect(changed.value).toHaveLength(6);
    resetProfile();
    expect(profile.value).toEqual({});
    expect(groups.length).toBe(members.length);
    expect(() => textOf("other")).toThrow();
  });

  test("a type without a field stops the build", () => {
    const declared = (type: string) => membersOf(`interface A { /** B. */ b?: ${type} | null; }`, "A");
    expect(declared('"x" | "y"')).toEqual([{ name: "b", doc: "B.", type: { kind: "choice", values: ["x", "y"] } }]);
    expect(declared("readonly number[]")[0]?.type).toEqual({ kind: "numbers" });
    for (const type of ["number", "string | boolean", "boolean[]", "null", "Unknown"])
      expect(() => declared(type), type).toThrow();
  });
});
