// `npm run kill -- --kills 10 --bills 200`: a merchant on PostgreSQL is killed again and again while it
// settles bills that meet every fault of the demo. At the end the books are audited.
import { parseArgs } from "node:util";
import { counts, examples, holds } from "./audit.ts";
import { runCampaign, type Course, type Plan } from "./campaign.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "10" },
    bills: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
  },
});
const plan: Plan = {
  name: "kill",
  kills: Number(values.kills),
  bills: Number(values.bills),
  seed: Number(values.seed),
  forgets: false,
};
const control: Plan = { name: "kill-control", kills: 3, bills: 40, seed: 1, forgets: true };

const [course, forgetful] = await Promise.all([runCampaign(plan), runCampaign(control)]);
console.log(`measured: ${figure(plan, course)}`);
console.log(`control, a merchant without memory: ${figure(control, forgetful)}`);
const complaints = complaintsOf(course);
if (forgetful.audit["settled twice"].size === 0)
  complaints.push("the audit does not see that a merchant without memory settles twice");
for (const complaint of complaints) console.error(complaint);
process.exit(complaints.length === 0 ? 0 : 1);

function complaintsOf({ kills, inDoubt, strays, unserved, reconciled, audit }: Course): string[] {
  return [
    ...unserved,
    ...(kills < plan.kills ? [`${kills} of ${plan.kills} kills before all came to a halt`] : []),
    ...(reconciled === 0 ? ["no kill hit the end of the day"] : []),
    ...(inDoubt === 0 ? ["no kill left an attempt in doubt: they hit nothing"] : []),
    ...(strays > 0 ? [`${strays} requests followed a redirect to another origin`] : []),
    ...(holds(audit) ? [] : [examples(audit)]),
  ];
}

function figure({ bills }: Plan, course: Course): string {
  const { kills, restarts, cut, starts, inDoubt, reconciled, audit } = course;
  const disrupted =
    `${kills} kills and ${reconciled} at the end of the day, ${restarts} database restarts, ` +
    `${cut} connections cut, ${starts} starts, ${bills} bills`;
  return `${disrupted}, ${inDoubt} in doubt at a kill: ${counts(audit)}`;
}
