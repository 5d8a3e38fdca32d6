// What the design asks for, on Latin text and against the fastest that does not validate.

const TARGETS = [
  { job: "sign", case: "one hash", most: 0.45 },
  { job: "prepare", case: "3 lines", most: 0.5 },
  { job: "receive", case: "0 customers", most: 0.6 },
  { job: "receive", case: "1 customer", most: 0.6 },
  { job: "receive", case: "20 customers", most: 0.6 },
];

/** How much longer than JSON.parse a webhook of unknown members may take, whatever they are. */
const MOST_UNKNOWN = 3;

/** The targets whose case was measured, each with its ratio. */
export function targets(rows) {
  const floors = rows.filter(({ floor, script }) => floor && script === "Latin");
  const worst = rows.filter(({ job }) => job === "unknown").sort((a, b) => b.ratio - a.ratio)[0];
  const unknown = worst ? [{ job: "unknown", case: worst.case, most: MOST_UNKNOWN, ...verdict(worst, MOST_UNKNOWN) }] : [];
  const usual = TARGETS.flatMap((target) => {
    const row = floors.find((row) => row.job === target.job && row.case === target.case);
    return row ? [{ ...target, ...verdict(row, target.most) }] : [];
  });
  return [...usual, ...unknown];
}

function verdict({ peer, ratio }, most) {
  return { peer, ratio, met: ratio <= most };
}
