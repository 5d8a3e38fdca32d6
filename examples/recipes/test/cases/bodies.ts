// Bodies that show whether the raw bytes arrive unchanged.
import { expect } from "vitest";
import { postForEver, postPart } from "../http.ts";
import { AMOUNT, type Notice } from "../stage.ts";
import { proxy, type Case } from "./case.ts";
import { ACKNOWLEDGED } from "./deliveries.ts";

/** The receivers' default limit, from the package's types. */
const LIMIT = 65_536;

/** Bodies that a lenient parser would repair, and that would then credit the bill. */
const MALFORMED: Readonly<Record<string, (json: string) => string | Uint8Array>> = {
  "no body": () => "",
  "no JSON": () => "tran_id=1",
  "broken off": (json) => json.slice(0, -1),
  "an array": (json) => `[${json}]`,
  "more behind it": (json) => `${json}{}`,
  "a key twice": (json) => json.replace("{", '{"status":"success",'),
  "a wrong type": (json) => json.replace("{", '{"bank_name":7,'),
  "a lone surrogate": (json) => json.replace("{", '{"bank_name":"\\ud83d",'),
  "no UTF-8": (json) => Buffer.from(json.replace("{", '{"bank_name":"\xe1",'), "latin1"),
};

export const BODIES: readonly Case[] = [
  ...Object.entries(MALFORMED).map(([name, spoil]) =>
    proxy(`malformed, ${name}: 400`, async (stage) => {
      const bill = await stage.bill();
      const [notice, asked] = [await stage.notice(bill), await stage.questions()];
      expect((await stage.send([spoil(JSON.stringify(notice))])).status).toBe(400);
      expect(await stage.paid(bill)).toBe(0);
      expect(await stage.questions()).toBe(asked);
    }),
  ),

  proxy("Khmer, line ends and spaces, split within a letter", async (stage) => {
    const bill = await stage.bill("វិក្កយបត្រ ២០២៦/១");
    const body = Buffer.from(spacious(await stage.notice(bill)));
    const within = body.indexOf("វិ") + 1;
    expect(await stage.send([body.subarray(0, within), body.subarray(within)])).toEqual(ACKNOWLEDGED);
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),

  proxy("a byte order mark is skipped", async (stage) => {
    const bill = await stage.bill();
    expect(await stage.send([`\ufeff${JSON.stringify(await stage.notice(bill))}`])).toEqual(ACKNOWLEDGED);
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),

  proxy("as large as allowed, mostly spaces", async (stage) => {
    const bill = await stage.bill();
    const body = padded(await stage.notice(bill), LIMIT);
    expect(await stage.send([body])).toEqual(ACKNOWLEDGED);
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),

  proxy("one byte too large: 413, announced or not", async (stage) => {
    const bill = await stage.bill();
    const body = padded(await stage.notice(bill), LIMIT + 1);
    expect((await stage.send([body])).status).toBe(413);
    expect((await stage.send([body.subarray(0, 10), body.subarray(10)])).status).toBe(413);
    expect(await stage.paid(bill)).toBe(0);
  }),

  proxy("an announced length that is too large: 413 at once", async (stage) => {
    const answer = await postPart(stage.endpoint.url, [...stage.headers, ["Content-Length", String(LIMIT + 1)]], "{");
    expect(answer.status).toBe(413);
    expect(answer.ms).toBeLessThan(2_000);
  }),

  proxy("a body that stops in the middle: 408", async (stage) => {
    for (const framing of [["Content-Length", "1000"], ["Transfer-Encoding", "chunked"]] as const) {
      const answer = await postPart(stage.endpoint.url, [...stage.headers, framing], '{"tran_id":');
      expect(answer.status).toBe(408);
      expect(answer.ms).toBeLessThan(9_000);
    }
  }),

  proxy("another content type: 415", async (stage) => {
    const bill = await stage.bill();
    const notice = await stage.notice(bill);
    const [, ...token] = stage.headers;
    for (const type of ["text/plain", "application/jsonp", "application/x-www-form-urlencoded", "nonsense", "a/b; c"]) {
      expect((await stage.post(notice, [["Content-Type", type], ...token])).status).toBe(415);
    }
    expect(await stage.paid(bill)).toBe(0);
    expect(await stage.post(notice, [["Content-Type", "Application/JSON ; charset=utf-8"], ...token])).toEqual(ACKNOWLEDGED);
  }),

  proxy("a body without end: 413 before it ends", async (stage) => {
    const answer = await postForEver(stage.endpoint.url, stage.headers, Buffer.alloc(8_192, " "));
    expect(answer.status).toBe(413);
  }),

  proxy("headers in any case, and no content type", async (stage) => {
    const [, [, token] = []] = stage.headers;
    for (const name of ["token", "TOKEN", "tOkEn"]) {
      const bill = await stage.bill();
      expect(await stage.post(await stage.notice(bill), [[name, token ?? ""]])).toEqual(ACKNOWLEDGED);
      expect(await stage.paid(bill)).toBe(AMOUNT);
    }
  }),
];

/** The same body with generous white space. */
function spacious(notice: Notice): string {
  return `\r\n\t${JSON.stringify({ ...notice, bank_name: "ធនាគារ\u200bកម្ពុជា" }, null, 4).replaceAll("\n", "\r\n")}  \r\n`;
}

function padded(notice: Notice, bytes: number): Uint8Array {
  return Buffer.from(JSON.stringify(notice).padEnd(bytes, " \r\n"));
}
