// What the design asks for, on Latin text and against the fastest that does not validate.

const TARGETS = [
  { job: "sign", case: "one hash", most: 0.45 },
  { job: "prepare", case: "3 lines", most: 0.5 },
  { job: "receive", case: "0 customers", most: 0.6 },
  { job: "receive", case: "1 customer", most: 0.6 },
  { job: "receive", case: "20 customers", most: 0.6 },
];

/** The targets whose case was measured, each with its ratio. */
export function targets(rows) {
  const floors = rows.filter(({ floor, script }) => floor && script === "Latin");
  return TARGETS.flatMap((target) => {
    const row = floors.find((row) => row.job === target.job && row.case === target.case);
    return row ? [{ ...target, peer: row.peer, ratio: row.ratio, met: row.ratio <= target.most }] : [];
  });
}
