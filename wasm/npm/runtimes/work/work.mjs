// The work of every runtime: runs the vectors with the package that the runtime loaded.

const BASE_URL = "https://service.example";
export const CREDENTIALS = { bearer: "test-bearer", verificationToken: "test-verification", hashToken: "test-hash-key" };
export const BILL = {
  ref_id: "INV-0001",
  date: "2026-01-31T17:00:00.000Z",
  due_date: "2026-02-28T17:00:00.000Z",
  currency: "KHR",
  total_amount: 40000,
  customer_sync_code: "C-1",
  settlement_to: "S-1",
};
const SHOP = { supplier_sync_code: "S-1", name: "Sok Dara Store", name_kh: "ហាងសុខដារ៉ា" };
const SEARCH = { identity_code: "INV-0001", purpose_of_transaction: "INV-0001" };

const prepare = {
  onboarding: (by, request) => by.prepareOnboarding(request),
  settlement: (by, request) => by.prepareSettlement(request),
  verification: (by, request) => by.prepareVerification(request),
};
const MINIMAL = { onboarding: SHOP, settlement: BILL, verification: SEARCH };

/** Functions that run a case of each kind with the exports of the package. A difference is thrown. */
const ways = {
  signing({ sign }, { fields, key, signing_offset, hash }) {
    same(sign(fields, key, { signingOffset: signing_offset }), hash);
  },

  requests(billwire, { operation, strict, profile, code_shapes, request, method, path, headers, body, warnings, violations, violations_omitted = 0 }) {
    const by = biller(billwire, { strict, profile, codeShapes: code_shapes });
    if (violations) {
      const error = errorOf(billwire, () => prepare[operation](by, request));
      same([error.kind, error.nextStep, places(error.violations)], ["invalid_request", "fixRequest", violations]);
      same(error.violationsOmitted, violations_omitted);
      return;
    }
    const call = prepare[operation](by, request);
    same([call.method, call.url, call.body, places(call.warnings)], [method, BASE_URL + path, body, warnings]);
    same([...call.headers], headers);
  },

  responses(billwire, { operation, profile, status, body, outcome, error }) {
    const call = prepare[operation](biller(billwire, { profile }), MINIMAL[operation]);
    const decode = () => call.decode(status, bytes(body));
    if (!error) return same(decode(), outcome);
    const { kind, code, nextStep, messageKh, violations } = errorOf(billwire, decode);
    const { next_step, message_kh, violations: expected = [] } = error;
    same([kind, code, nextStep, messageKh, places(violations)], [error.kind, error.code, next_step, message_kh, places(expected)]);
  },

  webhooks(billwire, { variant, tokens, headers, body, event: expected, error }) {
    const receive = () => receiver(billwire, variant, tokens).receive(headers, bytes(body));
    if (!error) {
      const { authentication, payload, dedupKey, warnings } = receive();
      same({ authentication, payload, dedup_key: dedupKey, warnings: places(warnings) }, { warnings: [], ...expected });
      return;
    }
    const { kind, code, response } = errorOf(billwire, receive);
    same([kind, code, response.status], [error.kind, error.code, error.status]);
  },

  confirmations(billwire, { profile, payload, expectation, request_body, status, body, claim_key, mismatches, verdict, error }) {
    const event = receiver(billwire, "checkout").receive(new Headers(), JSON.stringify(payload));
    const confirmation = event.confirm(biller(billwire, { profile }), expectation);
    same(confirmation.call.body, request_body);
    const decide = () => confirmation.decide(status, bytes(body).buffer);
    if (error) return same(errorOf(billwire, decide).code, error.code);
    const found = decide();
    same(found.claimKey ?? found.mismatches ?? found.verdict, claim_key ?? mismatches ?? verdict);
  },

  mistakes({ decimal, explainSignature }, { bill, key, signing_offset, candidates, observed_hash, matches, causes }) {
    const options = { hashToken: key, signingOffset: signing_offset, candidates, observedHash: observed_hash };
    const explanation = explainSignature(bill, options);
    same([explanation.observed.matches, explanation.observed.causes.length > 0], [matches, causes.length > 0]);
    same(decimal.add("0.1", "0.2"), "0.3");
  },

  parses({ countParses }, { signing_string, shapes, parses }) {
    same(countParses(signing_string, shapes), parses);
  },

  async rounds(billwire, { variant }) {
    const webhook = { url: "https://merchant.example/hook", variant, token: "test-hook" };
    const simulator = new billwire.Simulator({ ...CREDENTIALS, webhook });
    const send = (request) => billwire.send(request, { fetch: simulator.fetch });
    const by = biller(billwire);
    await send(by.prepareOnboarding(SHOP));
    const { outcome } = await new billwire.SettlementFlow(by, BILL).run({ save: () => true, send });
    same(outcome, "settled");
    const [due] = simulator.dueWebhooks();
    const event = receiver(billwire, variant, [webhook.token]).receive(due.headers, due.body);
    const confirmation = event.confirm(by, { ...SEARCH, currency: BILL.currency, amount: BILL.total_amount });
    const verdict = await send(confirmation);
    simulator.delivered(due.id, event.acknowledge());
    const { totals, webhooks } = simulator.books();
    same([verdict.confirmed, verdict.claimKey], [true, simulator.books().bills[0].tran_ids[0]]);
    same([totals, webhooks.acknowledged, webhooks.pending], [{ KHR: String(BILL.total_amount) }, 1, 0]);
  },

  /** The runtime's own fetch: a refused connection is known as one by its code, where the runtime gives one. */
  async connections(billwire, { baseUrl }) {
    const call = biller(billwire, { baseUrl, allowLoopbackHttp: true }).prepareSettlement(BILL);
    const error = await billwire.send(call).catch((error) => error);
    // Node's own transport knows that nothing was sent, and Deno has no permission to connect.
    const isKnown = /^(?:Node\.js|Deno)\/|jsdom/.test(runtimeName());
    // Wrangler's harness answers in workerd's stead, by HTTP 500.
    const code = runtimeName() === "Cloudflare-Workers" ? "http_status" : "no_answer";
    same([error.code, error.nextStep], [code, isKnown ? "sendAgain" : "askService"]);
  },
};

/** Runs all cases. Returns the name of the runtime, the number of passed cases of each kind, and all failures. */
export async function work(billwire, cases) {
  const passed = {};
  const failed = [];
  for (const [kind, all] of Object.entries(cases)) {
    passed[kind] = 0;
    for (const one of all) {
      try {
        await ways[kind](billwire, one);
        passed[kind] += 1;
      } catch (error) {
        failed.push(`${one.id}: ${error?.message ?? error}`);
      }
    }
  }
  return { runtime: runtimeName(), passed, failed };
}

/** Name of the runtime. */
function runtimeName() {
  const agent = globalThis.navigator?.userAgent ?? "";
  return agent === "" || agent.startsWith("Node.js/") ? `Node.js/${globalThis.process.versions.node}` : agent;
}

/** Option that a runtime with a window requires for credentials. */
function biller({ Biller }, options = {}) {
  return new Biller({ baseUrl: BASE_URL, ...CREDENTIALS, dangerouslyAllowBrowser: true, ...options });
}

function receiver({ WebhookReceiver }, variant, tokens) {
  return variant === "checkout" ? WebhookReceiver.checkout() : WebhookReceiver.merchantProxy({ tokens });
}

function bytes(text) {
  return new TextEncoder().encode(text);
}

function errorOf({ isBillwireError }, work) {
  try {
    work();
  } catch (error) {
    if (isBillwireError(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

function places(findings) {
  return findings.map(({ path, code }) => ({ path, code }));
}

function same(found, expected) {
  const [one, other] = [plain(found), plain(expected)].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`found ${one} instead of ${other}`);
}

/** Sorted members without undefined ones, and without calling `toJSON`. */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, plain(inner)]));
}
