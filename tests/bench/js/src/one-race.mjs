// Races all cases of the named jobs once, in the Node that runs this process, and prints the rows as JSON.
// usage: node one-race.mjs PACE JOB...
import { preparing } from "./jobs/prepare.mjs";
import { receiving } from "./jobs/receive.mjs";
import { signing } from "./jobs/sign.mjs";
import { unknown } from "./jobs/unknown.mjs";
import { watchNeighbours } from "./neighbours.mjs";
import { race } from "./race.mjs";
import { progress } from "./report.mjs";

const [pace, ...jobs] = process.argv.slice(2);
const cases = [...signing(), ...preparing(), ...receiving(), ...unknown()].filter(({ job }) => jobs.includes(job));
const neighbours = watchNeighbours();
const rows = race(cases, JSON.parse(pace), (phase, round, left) =>
  progress(`Node ${process.version}, ${phase}, round ${round}, ${Math.ceil(left / 1_000)} s left`),
);
console.log(JSON.stringify({ rows, others: neighbours() }));
