// Delivers everything to both kinds of receivers, slice by slice in turn, and takes the times.
import { randomInt } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { SingleBar } from "cli-progress";
import { Command } from "commander";
import { readBills } from "../../../../examples/node-merchant/src/bills.ts";
import { readOptions } from "../../../../examples/node-merchant/src/options.ts";
import { Sandbox } from "../../../../examples/node-merchant/src/sandbox.ts";
import { openLanes, sendMoment, type Lane } from "./lanes.ts";
import { countSorts, planMoments, type Delivery } from "./moments.ts";
import { startServer, type Kind } from "./servers.ts";

const SLICES = 20;

interface Contender {
  kind: Kind;
  lanes: Lane[];
  /** Seconds for each slice. */
  seconds: number[];
  /** Wrong answers, each with its count. */
  surprises: Record<string, number>;
}

const options = new Command("race")
  .requiredOption("--sandbox <url>", "address of the sandbox, which has settled the bills")
  .requiredOption("--bills <file>", "the bills")
  .requiredOption("--result <file>", "where the figures go")
  .requiredOption("--billwire <url>", "the database of billwire's receivers")
  .option("--by-hand <url>", "the database of those by hand; without it there is no race")
  .requiredOption("--deliveries <n>", "how many, one truth for each bill among them", Number)
  .parse()
  .opts<{ sandbox: string; bills: string; result: string; billwire: string; byHand?: string; deliveries: number }>();

const { bills } = await readBills(options.bills);
const sorts = countSorts(options.deliveries, bills.length);
const moments = await plan();
const contenders = [await enter("billwire", options.billwire)];
if (options.byHand !== undefined) contenders.push(await enter("by-hand", options.byHand));

const format = "{bar} {value} of {total} transactions";
const bar = new SingleBar({ format, noTTYOutput: true, notTTYSchedule: 10_000 });
bar.start(bills.length, 0);
const length = Math.ceil(moments.length / SLICES);
for (let from = 0, nth = 0; from < moments.length; from += length, nth++) {
  const slice = moments.slice(from, from + length);
  const inTurn = nth % 2 === 0 ? contenders : contenders.toReversed();
  for (const contender of inTurn) await run(contender, slice);
  bar.update(from + slice.length);
}
bar.stop();

const figures = contenders.map(({ kind, seconds, surprises }) => [kind, { seconds, surprises }]);
await writeFile(options.result, JSON.stringify({ sorts, ...Object.fromEntries(figures) }));
process.exit(); // the servers end with it

async function plan(): Promise<Delivery[][]> {
  const { sandbox, webhookToken } = readOptions(["node", "race", "--sandbox", options.sandbox]);
  const books = await new Sandbox(sandbox).books();
  const tranIds = new Map(books.bills.map(({ ref_id, tran_ids }) => [ref_id, tran_ids[0] ?? ""]));
  return planMoments(bills, sorts, tranIds, webhookToken);
}

async function enter(kind: Kind, database: string): Promise<Contender> {
  const lanes = await openLanes(await startServer(kind, options.sandbox, database));
  return { kind, lanes, seconds: [], surprises: {} };
}

/** All moments of a slice, each lane takes the next one after the last. */
async function run({ lanes, seconds, surprises }: Contender, slice: readonly Delivery[][]): Promise<void> {
  const started = performance.now();
  const left = slice.values();
  await Promise.all(
    lanes.map(async (lane) => {
      for (const moment of left) {
        const first = randomInt(lane.length);
        for (const surprise of await sendMoment(lane, moment, first)) {
          surprises[surprise] = (surprises[surprise] ?? 0) + 1;
        }
      }
    }),
  );
  seconds.push((performance.now() - started) / 1000);
}
