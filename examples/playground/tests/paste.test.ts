// Pasted texts. The oracle of command lines is bash itself.
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { read } from "../src/paste/bill.ts";
import { bodyIn } from "../src/paste/body.ts";
import { wordsOf } from "../src/paste/shell.ts";

const BODY = `{"ref_id":"it's \\"ក\\" $1 \\\\ %41","total_amount":40000}`;

/** Words as bash reads them. */
function bash(line: string): string[] {
  const out = execFileSync("bash", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" });
  return out.split("\0").slice(0, -1);
}

/** Single quotation marks, as browsers write them. */
const single = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const ansi = (text: string) => `$'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("ក", "\\u1780")}'`;
const double = (text: string) => `"${text.replace(/["\\$`]/g, "\\$&")}"`;
const cmd = (text: string) => `^"${text.replace(/["\\]/g, "\\$&").replace(/["\\%{}$]/g, "^$&")}^"`;

describe("shell", () => {
  test("words are those of bash", () => {
    const lines = [
      `curl ${single(BODY)} -d ${double(BODY)} ${ansi(BODY)}`,
      `a\\ b 'c'"d"e$'\\x41\\t' \\\n  f ''  "" "a\\\nb" '\n' \\" "'" '"'`,
      `curl \\\n  -H 'A: b' \\\n  --data-raw ${single(BODY)}`,
    ];
    for (const line of lines) expect(wordsOf(line)).toEqual(bash(line));
  });

  test("an open quotation has no words", () => {
    for (const line of ["a 'b", 'a "b', "a $'b", 'a "b\\"', "a \\"]) expect(wordsOf(line), line).toBeUndefined();
  });
});

describe("body", () => {
  test("is found in every way to send it with cURL", () => {
    for (const flag of [
      "-d ",
      "-d",
      "--data ",
      "--data=",
      "--data-raw ",
      "--data-binary ",
      "--data-ascii ",
      "--json ",
    ]) {
      for (const quote of [single, double, ansi]) {
        const line = `curl -X POST 'https://a.example/x?d=1' \\\n -H 'A: -d' ${flag}${quote(BODY)} --compressed`;
        expect(bodyIn(`  ${line}\n`), line).toEqual({ kind: "body", text: BODY });
      }
    }
    expect(bodyIn(`curl ^"https://a.example^" ^\r\n  --data-raw ${cmd(BODY)}`)).toEqual({ kind: "body", text: BODY });
    expect(bodyIn(`curl.exe -d '{"a":' -d '1}' b`)).toEqual({ kind: "body", text: '{"a":1}' });
    expect(bodyIn("curl --data-raw @a b")).toEqual({ kind: "body", text: "@a" });
  });

  test("is found after the headers of a request", () => {
    expect(bodyIn(`POST /x HTTP/1.1\r\nAccept: a\r\n\r\n${BODY}`)).toEqual({ kind: "body", text: BODY });
    expect(bodyIn("POST /x HTTP/1.1\nAccept: a")).toEqual({ kind: "no_data" });
    expect(bodyIn(` ${BODY}\n`)).toEqual({ kind: "body", text: BODY });
  });
});

describe("bill", () => {
  const NAMES = ["ref_id", "total_amount", "settlement_to"];

  test("has fields, a hash and other members", () => {
    const text =
      '{"ref_id":"A","total_amount":40,"settlement_to":null,"hash":"h","note":1,"details":[],"payment_method_token":"s"}';
    expect(read(text, NAMES, {})).toEqual({
      kind: "bill",
      fields: { ref_id: "A", total_amount: "40", settlement_to: "" },
      hash: "h",
      others: { note: 1, details: [] },
      leftOut: true,
      findings: [],
    });
  });

  test("names what a form of texts would hide", () => {
    const wrong = read('{"ref_id":1,"total_amount":"40"}', NAMES, {});
    expect(wrong.kind === "bill" && wrong.findings.map(({ path }) => path)).toEqual(["ref_id", "total_amount"]);
    const twice = read('{"ref_id":"A","ref_id":"B"}', NAMES, {});
    expect(twice.kind === "bill" && twice.findings.map(({ code }) => code)).toEqual(["duplicate_key"]);
  });

  test("is not made of other texts", () => {
    expect(read("[1]", NAMES, {}).kind).toBe("unreadable");
    expect(read("hello", NAMES, {}).kind).toBe("unreadable");
    expect(read("{}", NAMES, {}).kind).toBe("no_bill");
    const broken = read('{"ref_id":1,}', NAMES, {});
    expect(broken.kind === "unreadable" && broken.error?.violations[0]).toMatchObject({
      code: "invalid_json",
      offset: 12,
    });
  });
});
