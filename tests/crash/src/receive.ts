// `npm run receive -- --deliveries 5000`: the Node merchant's webhook endpoint in four processes behind one
// port, on one PostgreSQL. A third of the deliveries are duplicates, sent at the same moment to different
// processes, some are forged, some have another amount. Each transaction must be credited once.
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { readOptions } from "../../../examples/node-merchant/src/options.ts";
import { Sandbox, startSandbox } from "../../../examples/node-merchant/src/sandbox.ts";
import { audit, counts, examples, holds, readOurs, type Audit } from "./audit.ts";
import { Postgres } from "./postgres.ts";
import { freshFolder } from "./programs.ts";
import { openLanes, sendMoment } from "./receivers/lanes.ts";
import { countSorts, planMoments, type Sort } from "./receivers/moments.ts";
import { settleBills } from "./receivers/prepare.ts";
import { startReceivers } from "./receivers/start.ts";
import { NO_CONSTRAINTS } from "./triggers.ts";

interface Course {
  sorts: Record<Sort, number>;
  seconds: number;
  /** Wrong answers. */
  surprises: Set<string>;
  audit: Audit;
}

const { values } = parseArgs({ options: { deliveries: { type: "string", default: "5000" } } });
const course = await deliver("receive", Number(values.deliveries));
const control = await deliver("receive-control", 600, NO_CONSTRAINTS);
console.log(`measured: ${figure(course)}`);
console.log(`control, tables without constraints: ${figure(control)}`);
const complaints = [...course.surprises, ...(holds(course.audit) ? [] : [examples(course.audit)])];
if (control.audit["credited twice"].size === 0)
  complaints.push("the audit does not see that receivers without constraints credit twice");
for (const complaint of complaints) console.error(complaint);
process.exit(complaints.length === 0 ? 0 : 1);

async function deliver(name: string, deliveries: number, change?: string): Promise<Course> {
  const folder = freshFolder(name);
  const postgres = await Postgres.start(`${folder}/postgres.log`);
  const { url: sandbox } = await startSandbox(`${folder}/sandbox.log`);
  const count = deliveries - Math.floor(deliveries / 3) - 2 * Math.floor(deliveries / 20);
  const bills = await settleBills(count, `${folder}/bills.json`, sandbox, postgres.url());
  if (change !== undefined) await postgres.ask((database) => database.rows(change));

  const books = await new Sandbox(sandbox).books();
  const { webhookToken } = readOptions(["node", "receive", "--sandbox", sandbox]);
  const tranIds = new Map(books.bills.map(({ ref_id, tran_ids }) => [ref_id, tran_ids[0] ?? ""]));
  const sorts = countSorts(deliveries, bills.length);
  const moments = planMoments(bills, sorts, tranIds, webhookToken).values();
  const lanes = await openLanes(await startReceivers(sandbox, postgres.url()));
  const [surprises, started] = [new Set<string>(), performance.now()];
  await Promise.all(
    lanes.map(async (lane) => {
      for (const moment of moments) {
        for (const surprise of await sendMoment(lane, moment, randomInt(lane.length)))
          surprises.add(surprise);
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const found = audit(bills, await postgres.ask(readOurs), await new Sandbox(sandbox).books());
  return { sorts, seconds, surprises, audit: found };
}

function figure({ sorts, seconds, audit }: Course): string {
  const all = Object.values(sorts).reduce((sum, count) => sum + count);
  const { duplicate, forged, misstated } = sorts;
  const sent = `${all} deliveries (${duplicate} duplicate, ${forged} forged, ${misstated} misstated)`;
  return `${sent}: ${counts(audit)}; ${Math.round(all / seconds)} a second`;
}
