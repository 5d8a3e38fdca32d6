// Rules that every recipe must follow: about raw requests, which each framework handles in its own way, and
// about the books. What the credit flow decides is tested with core, and what the handlers do with it, with
// the package.
import type { WebhookVariant } from "billwire/testing";
import { expect } from "vitest";
import { postForEver, postPart } from "./http.ts";
import { AMOUNT, type Notice, type Stage } from "./stage.ts";

export interface Case {
  readonly name: string;
  readonly variant: WebhookVariant;
  readonly play: (stage: Stage) => Promise<void>;
}

function proxy(name: string, play: Case["play"]): Case {
  return { name, variant: "merchant_proxy", play };
}

function checkout(name: string, play: Case["play"]): Case {
  return { name, variant: "checkout", play };
}

/** The sample acknowledgement of interface section 2.8 has a success word in each field. */
const ACKNOWLEDGED = { status: 200, body: '{"status":"success","message":"success"}' };
/** Answer to everyone who does not name the transaction that paid the bill. */
const COME_AGAIN = { status: 503, body: '{"status":"failed","message":"unavailable"}' };
/** The receivers' default limit, from the package's types. */
const LIMIT = 65_536;

/** Bodies that a lenient parser would repair, and that would then credit the bill. */
const MALFORMED: Readonly<Record<string, (json: string) => string | Uint8Array>> = {
  "no body": () => "",
  "broken off": (json) => json.slice(0, -1),
  "a key twice": (json) => json.replace("{", '{"status":"success",'),
  "a lone surrogate": (json) => json.replace("{", '{"bank_name":"\\ud83d",'),
  "no UTF-8": (json) => Buffer.from(json.replace("{", '{"bank_name":"\xe1",'), "latin1"),
};

const DELIVERIES = [
  proxy("a genuine webhook credits its bill once", async (stage) => {
    const [bill, asked] = [await stage.bill(), await stage.questions()];
    expect(await stage.deliver(bill)).toEqual({ due: 1, delivered: 1, acknowledged: 1, failed: 0 });
    expect(await stage.paid(bill)).toBe(AMOUNT);
    expect((await stage.questions()) - asked).toBe(1);
  }),

  proxy("ten deliveries at once: one verification, one credit", async (stage) => {
    const bill = await stage.bill();
    const [notice, asked] = [await stage.notice(bill), await stage.questions()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => stage.post(notice)));
    expect(answers).toEqual(answers.map(() => ACKNOWLEDGED));
    expect((await stage.questions()) - asked).toBe(1);
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),

  proxy("a wrong, missing or doubled token: 401, no verification", async (stage) => {
    const bill = await stage.bill();
    const [notice, asked] = [await stage.notice(bill), await stage.questions()];
    const [type, token] = stage.headers;
    if (!type || !token) throw new Error("a genuine webhook has two headers");
    for (const headers of [[type, ["Token", "a-guess"]], [type], [type, token, token]] as const) {
      expect((await stage.post(notice, headers)).status).toBe(401);
      expect((await stage.send(["no JSON"], headers)).status).toBe(401); // the token is checked first
    }
    expect(await stage.paid(bill)).toBe(0);
    expect(await stage.questions()).toBe(asked);
  }),

  proxy("another transaction for a paid bill is held for a person, once", async (stage) => {
    const bill = await stage.bill();
    const [first, second] = [await stage.notice(bill), await stage.notice(bill)];
    expect(await stage.post(first)).toEqual(ACKNOWLEDGED);
    for (const _ of ["first", "again"]) expect(await stage.post(second)).toEqual(ACKNOWLEDGED);
    expect(await stage.paid(bill)).toBe(AMOUNT);
    const kept = `SELECT ending, payments.state FROM reviews JOIN payments USING (claim_key)
      WHERE payments.ref_id = ?`;
    expect(await stage.sql(kept, bill)).toEqual([{ ending: "paidTwice", state: "held" }]);
  }),

  proxy("acknowledged only when the credit is in the database", async (stage) => {
    const bill = await stage.bill();
    await stage.sql(
      "CREATE TRIGGER outage BEFORE UPDATE OF paid ON bills BEGIN SELECT RAISE(ABORT, 'the database is down'); END",
    );
    const counts = await stage.deliver(bill, async () => {
      await stage.deliveries(1);
      expect(await stage.paid(bill)).toBe(0);
      expect(await stage.sql("SELECT claim_key FROM payments WHERE ref_id = ?", bill)).toEqual([]);
      await stage.sql("DROP TRIGGER outage");
    });
    expect(counts).toMatchObject({ due: 1, acknowledged: 1, failed: 0 });
    expect(counts.delivered).toBeGreaterThan(1);
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),

  checkout(
    "checkout: a genuine webhook credits its bill, and is acknowledged when it comes again",
    async (stage) => {
      const [bill, asked] = [await stage.bill(), await stage.questions()];
      const notice = await stage.notice(bill);
      for (const _ of ["first", "second"]) expect(await stage.post(notice)).toEqual(ACKNOWLEDGED);
      expect(await stage.paid(bill)).toBe(AMOUNT);
      expect((await stage.questions()) - asked).toBe(1);
    },
  ),

  checkout("checkout: a stranger learns nothing, and does not stop the real webhook", async (stage) => {
    const bill = await stage.bill();
    const genuine = await stage.notice(bill);
    for (const guess of [{ tran_id: "A-GUESS" }, { identity_code: "INV-NOBODY" }]) {
      expect(await stage.post({ ...genuine, ...guess })).toEqual(COME_AGAIN);
    }
    expect(await stage.post(genuine)).toEqual(ACKNOWLEDGED);
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),
];

const BODIES = [
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
    const answer = await postPart(
      stage.endpoint.url,
      [...stage.headers, ["Content-Length", String(LIMIT + 1)]],
      "{",
    );
    expect(answer.status).toBe(413);
  }),

  proxy("a body that stops in the middle: 408", async (stage) => {
    const framings = [
      ["Content-Length", "1000"],
      ["Transfer-Encoding", "chunked"],
    ] as const;
    const parts = framings.map((framing) =>
      postPart(stage.endpoint.url, [...stage.headers, framing], '{"tran_id":'),
    );
    for (const answer of await Promise.all(parts)) expect(answer.status).toBe(408);
  }),

  proxy("another content type: 415", async (stage) => {
    const bill = await stage.bill();
    const notice = await stage.notice(bill);
    const [, ...token] = stage.headers;
    for (const type of [
      "text/plain",
      "application/jsonp",
      "application/x-www-form-urlencoded",
      "nonsense",
      "a/b; c",
    ]) {
      expect((await stage.post(notice, [["Content-Type", type], ...token])).status).toBe(415);
    }
    expect(await stage.paid(bill)).toBe(0);
    expect(
      await stage.post(notice, [["Content-Type", "Application/JSON ; charset=utf-8"], ...token]),
    ).toEqual(ACKNOWLEDGED);
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
  const body = JSON.stringify({ ...notice, bank_name: "ធនាគារ\u200bកម្ពុជា" }, null, 4);
  return `\r\n\t${body.replaceAll("\n", "\r\n")}  \r\n`;
}

function padded(notice: Notice, bytes: number): Uint8Array {
  return Buffer.from(JSON.stringify(notice).padEnd(bytes, " \r\n"));
}

export const CASES: readonly Case[] = [...DELIVERIES, ...BODIES];
