// The same endpoint without billwire: JSON.parse, the same SQL, and a hand-written verification. Do not copy it: amounts are
// floats, keys may be duplicates, and tokens are compared by !==.
import Fastify, { type FastifyInstance } from "fastify";
import type { Books } from "../../../../examples/node-merchant/src/books.ts";
import type { Options } from "../../../../examples/node-merchant/src/options.ts";

/** Fields read from a webhook, and from a verification's answer. */
interface Told {
  tran_id?: string;
  identity_code: string;
  purpose_of_transaction: string;
  currency: string;
  tran_amount: number;
  status: string;
}

export function byHandApp(books: Books, options: Options): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.post("/webhook", async (request, reply) => {
    if (request.headers.token !== options.webhookToken) return reply.code(401).send();
    const status = await receive(books, options, JSON.parse(String(request.body)) as Told);
    if (status !== 200) return reply.code(status).send();
    return reply.header("Content-Type", "application/json").send('{"status":"success","message":"success"}');
  });
  return app;
}

async function receive(books: Books, options: Options, told: Told): Promise<number> {
  const bill = await books.findBill(told.identity_code);
  if (!bill) return 409;
  const amount = Number(bill.total_amount);
  if (told.tran_amount !== amount || told.currency !== bill.currency) return 409;
  if (told.status !== "success") return 200;

  const paidBy = await books.claimOf(bill.ref_id);
  if (paidBy !== undefined && told.tran_id !== undefined) return paidBy === told.tran_id ? 200 : 409;

  const found = await verify(options, told);
  if (found?.status !== "success" || found.tran_id === undefined) return 409;
  if (found.tran_amount !== amount || found.currency !== bill.currency) return 409;
  return (await books.credit(bill.ref_id, found.tran_id)) === "paidOtherwise" ? 409 : 200;
}

async function verify(options: Options, told: Told): Promise<Told | undefined> {
  const response = await fetch(`${options.sandbox}/transaction/v2/verify`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", token: options.verificationToken },
    body: JSON.stringify({
      identity_code: told.identity_code,
      tran_id: told.tran_id,
      purpose_of_transaction: told.identity_code,
    }),
    redirect: "manual",
    signal: AbortSignal.timeout(15_000),
  });
  const answer = (await response.json()) as { code: string; data: Told };
  return answer.code === "SUCCESS" ? answer.data : undefined;
}
