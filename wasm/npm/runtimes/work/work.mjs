// The work of every runtime: runs vectors with the package that the runtime loaded, and settles with the simulator.
import { BILL, CREDENTIALS, RUNS, SEARCH, SHOP, biller, receiverOf, same } from "./vectors.mjs";

export { BILL, CREDENTIALS };

const runs = {
  ...RUNS,

  async rounds(billwire, { variant }) {
    const webhook = { url: "https://merchant.example/hook", variant, token: "test-hook" };
    const simulator = new billwire.Simulator({ ...CREDENTIALS, webhook });
    const send = (request) => billwire.send(request, { fetch: simulator.fetch });
    const by = biller(billwire);
    await send(by.prepareOnboarding(SHOP));
    const run = { load: () => null, save: () => true, send };
    const { outcome } = await new billwire.SettlementFlow(by, BILL).run(run);
    same(outcome, "settled");
    const [due] = simulator.dueWebhooks();
    const event = receiverOf(billwire, variant, [webhook.token]).receive(due.headers, due.body);
    const confirmation = event.confirm(by, { ...SEARCH, currency: BILL.currency, amount: BILL.total_amount });
    const verdict = await send(confirmation);
    simulator.delivered(due.id, event.acknowledge());
    const { totals, webhooks } = simulator.books();
    same([verdict.confirmed, verdict.claimKey], [true, simulator.books().bills[0].tran_ids[0]]);
    same([totals, webhooks.acknowledged, webhooks.pending], [{ KHR: String(BILL.total_amount) }, 1, 0]);
    same(billwire.decimal.compare(totals.KHR, BILL.total_amount), 0);
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
        await runs[kind](billwire, one);
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
