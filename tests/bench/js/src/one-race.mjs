// Races all cases of the named jobs once, in the Node that runs this process, and prints the rows as JSON.
// usage: node one-race.mjs PACE JOB...
import * as billwire from "billwire";
import { preparing } from "./jobs/prepare.mjs";
import { receiving } from "./jobs/receive.mjs";
import { rows as rowsOf } from "./jobs/rows.mjs";
import { signing } from "./jobs/sign.mjs";
import { unknown } from "./jobs/unknown.mjs";
import { watchNeighbours } from "./neighbours.mjs";
import { race } from "./race.mjs";
import { progress } from "./progress.mjs";

const [pace, ...jobs] = process.argv.slice(2);
const all = [...signing(), ...preparing(), ...receiving(), ...unknown(), ...rowsOf(billwire)];
const cases = all.filter(({ job }) => jobs.includes(job));
const races = cases.map(({ use, ...each }) => ({ ...each, ours: { name: "billwire", run: use(billwire) } }));
const neighbours = watchNeighbours();
const rows = race(races, JSON.parse(pace), (phase, round, left) =>
  progress(`Node ${process.version}, ${phase}, round ${round}, ${Math.ceil(left / 1_000)} s left`),
);
console.log(JSON.stringify({ rows, others: neighbours() }));
