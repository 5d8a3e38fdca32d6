// The cases of one script as a picture: bars relative to the fastest that does not validate.
import { micros } from "./report.mjs";

const WIDTH = 800;
const MARGIN = 28;
const GUTTER = 40;
const COLUMN = (WIDTH - 2 * MARGIN - GUTTER) / 2;
/** Room for the names left of the bars, and for the longest bar. */
const NAMES = 150;
const PLOT = COLUMN - NAMES - 48;
const TOP = 92;
const BAR = 15;
const ROW = BAR + 4;
const GAP = 30;
const TITLES = { sign: "Sign", prepare: "Prepare a settlement", receive: "Receive a webhook" };

const STYLE = `
  svg { --back: #ffffff; --text: #1f2328; --soft: #59636e; --ours: #1a7f37; --floor: #8c959f; --other: #c8d1da }
  @media (prefers-color-scheme: dark) {
    svg { --back: #0d1117; --text: #f0f6fc; --soft: #9198a1; --ours: #3fb950; --floor: #656c76; --other: #3d444d }
  }
  text { font: 12px system-ui, "Segoe UI", Roboto, Helvetica, Arial, "DejaVu Sans", sans-serif; fill: var(--soft);
    paint-order: stroke; stroke: var(--back); stroke-width: 3px }
  .back { fill: var(--back) } .title { font-size: 17px; font-weight: 600; fill: var(--text) }
  .case { font-size: 13px; font-weight: 600; fill: var(--text) } .strong { font-weight: 600; fill: var(--text) }
  .ours { fill: var(--ours) } .floor { fill: var(--floor) } .other { fill: var(--other) }
  .line { stroke: var(--floor); stroke-dasharray: 3 3 }`;

export function chart(rows, words, machine) {
  const groups = groupsOf(rows.filter(({ script, case: name }) => script === words && !name.endsWith("from text")));
  const scale = PLOT / Math.max(...groups.flatMap(({ bars }) => bars.map(({ share }) => share)));
  const columns = [groups.filter(({ job }) => job !== "receive"), groups.filter(({ job }) => job === "receive")];
  const drawn = columns.map((column, index) => drawColumn(column, MARGIN + index * (COLUMN + GUTTER), scale));
  const height = Math.max(...drawn.map(({ bottom }) => bottom)) + 36;
  const where = escaped(`Node ${machine.node.slice(1)}, ${machine.cpu}, ${words} text.`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}">
<title>billwire's time for each job, against what a backend would write by hand</title>
<style>${STYLE}
</style>
<rect class="back" width="100%" height="100%" rx="8"/>
<text class="title" x="${MARGIN}" y="38">Time for one job, in microseconds: shorter is better</text>
<text x="${MARGIN}" y="60">${where} Bars are relative to the dashed line: the same without any validation.</text>
${drawn.map(({ svg }) => svg).join("\n")}
</svg>
`;
}

/** A group for each case: billwire first, then the peers in the order of the table. */
function groupsOf(rows) {
  const groups = [];
  for (const row of rows) {
    if (row.floor) groups.push(groupOn(row));
    const { bars, floor } = groups.at(-1);
    const [name, kind] = row.floor ? [row.peer, "floor"] : [label(row), "other"];
    bars.push({ name, kind, time: row.theirs, share: row.theirs / floor.theirs });
  }
  return groups;
}

function groupOn(floor) {
  const ours = { name: "billwire", kind: "ours", time: floor.ours, share: floor.ratio };
  return { job: floor.job, name: `${TITLES[floor.job]}: ${floor.case}`, floor, bars: [ours] };
}

/** The validators come on top of the unvalidated floor. */
function label({ job, peer }) {
  return job === "sign" ? peer : `… with ${peer}`;
}

function drawColumn(groups, left, scale) {
  let y = TOP;
  const svg = groups.map((group) => {
    const top = y;
    y += 24 + group.bars.length * ROW + GAP;
    return drawGroup(group, left, top, scale);
  });
  return { svg: svg.join("\n"), bottom: y - GAP };
}

function drawGroup({ name, bars }, left, top, scale) {
  const start = left + NAMES;
  const lines = bars.map(({ name, kind, time, share }, index) => {
    const y = top + 12 + index * ROW;
    const length = (share * scale).toFixed(1);
    const strong = kind === "ours" ? ' class="strong"' : "";
    return (
      `<text${strong} x="${start - 8}" y="${y + 12}" text-anchor="end">${escaped(name)}</text>` +
      `<rect class="${kind}" x="${start}" y="${y}" width="${length}" height="${BAR}" rx="2"/>` +
      `<text${strong} x="${(start + Number(length) + 6).toFixed(1)}" y="${y + 12}">${micros(time)}</text>`
    );
  });
  const whole = (start + scale).toFixed(1);
  const bottom = top + 12 + bars.length * ROW;
  const line = `<line class="line" x1="${whole}" x2="${whole}" y1="${top + 8}" y2="${bottom}"/>`;
  return [`<text class="case" x="${left}" y="${top}">${escaped(name)}</text>`, line, ...lines].join("\n");
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`);
}
