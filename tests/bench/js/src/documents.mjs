// The documents that show the figures: docs/bench.md, and a table in the README.
import { readFileSync, writeFileSync } from "node:fs";
import { BUSY, micros } from "./progress.mjs";
import { casesOf, downloadOf, freshOf, isMet } from "./summary.mjs";
import { KHMER, LATIN } from "./words.mjs";

const DOCS = new URL("../../../../docs/", import.meta.url);
const README = new URL("../README.md", DOCS);
const [BEGIN, END] = ["<!-- figures: tests/bench/js/bench.mjs --write -->", "<!-- end of figures -->"];
/** Where the part of docs/bench.md begins that people write. */
const BY_HAND = "<!-- below, by hand -->";
/** Release line of the Node whose times the page shows. */
const SHOWN = "24.";
/** Lines of the README's table. */
const IN_SHORT = [
  ["sign", "one hash"],
  ["prepare", "3 lines"],
  ["receive", "1 customer"],
];

export function writeDocuments(results) {
  const shown = results.nodes.find(({ version }) => version.startsWith(SHOWN)) ?? results.nodes[0];
  const file = new URL("bench.md", DOCS);
  const [, byHand = ""] = readFileSync(file, "utf8").split(BY_HAND);
  writeFileSync(file, `${page(results, shown)}\n${BY_HAND}${byHand}`);
  const readme = readFileSync(README, "utf8");
  const [before, after] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (before < 0 || after < 0) throw new Error("README.md has no place for the figures");
  writeFileSync(README, `${readme.slice(0, before)}${BEGIN}\n${inShort(results)}${readme.slice(after)}`);
}

function page({ billwire, date, machine, others, download, nodes }, shown) {
  const versions = nodes.map(({ version }) => version).join(", ");
  const busy =
    others > BUSY ? ` Other programs kept up to ${others.toFixed(1)} cores busy, so measure again.` : "";
  return `# Benchmark of the npm package

Written by \`tests/bench/js/bench.mjs --write\`: billwire ${billwire} on Node ${versions}; ${machine.cpu},
${machine.cores} cores; ${date.slice(0, 10)}.${busy}
[tests/bench/js](../tests/bench/js) describes the cases and how they are measured.

A ratio below 1 means that billwire takes less time. Where a figure has a target, it follows in brackets; a figure
that misses its target is bold.

## Against code that does not validate

Signing against \`createHmac\`, preparing against \`JSON.stringify\` and \`createHmac\`, receiving against
\`JSON.parse\` alone.

${acrossNodes(nodes, (node) => casesOf(node).map(({ job, name, script, floor }) => [`${job}, ${name}`, script, floor]))}
## Microseconds on Node ${shown.version}

${microseconds(shown)}
## What a new process pays

The times run from the import to the first signature, or to the last of 1,000 bills with three lines. A process of
its own takes each sample. Resident memory is that of the process over that of a bare Node.

${newProcesses(nodes, download)}`;
}

/** A line for each case, and a column for each Node. */
function acrossNodes(nodes, linesOf) {
  const columns = nodes.map(linesOf);
  const head = ["case", "text", ...nodes.map(({ version }) => `Node ${version}`)];
  return table(
    head,
    columns[0].map(([name, script], at) => [name, script, ...columns.map((lines) => ratio(lines[at][2]))]),
  );
}

function microseconds(node) {
  const head = ["case", "text", "billwire", "without validation"];
  return table(
    head,
    casesOf(node).map(({ job, name, script, ours, floor }) => {
      return [`${job}, ${name}`, script, micros(ours), micros(floor.theirs)];
    }),
  );
}

function newProcesses(nodes, download) {
  const columns = nodes.map(freshOf);
  const head = ["", "against", ...nodes.map(({ version }) => `Node ${version}`)];
  const cell = ({ unit, ours, figure }) =>
    unit === "ms"
      ? `${micros(ours)} ${unit}, ${ratio(figure)}`
      : `${micros(ours)} ${unit}, ${micros(figure.theirs)} by hand${bracket(figure)}`;
  const lines = columns[0].map(({ name, unit, figure }, at) => {
    const peer = unit === "ms" ? figure.peer : "";
    return [name, peer, ...columns.map((column) => marked(column[at].figure, cell(column[at])))];
  });
  const { name, ours, figure } = downloadOf(download);
  return (
    `${table(head, lines)}\nA page downloads ${name}: ` +
    `${marked(figure, `${micros(ours)} kB${bracket(figure)}`)}.\n`
  );
}

/** The README's table: the jobs with Latin text, and the first signature. */
function inShort({ billwire, nodes }) {
  const head = [
    `billwire ${billwire} / by hand`,
    ...nodes.map(({ version }) => `Node ${version.split(".")[0]}`),
  ];
  const jobs = IN_SHORT.flatMap(([job, name]) =>
    [LATIN, KHMER].map(({ script }) => {
      const cells = nodes.map((node) =>
        casesOf(node).find((each) => each.job === job && each.name === name && each.script === script),
      );
      return [`${job}, ${name}, ${script}`, ...cells.map(({ floor }) => floor.value.toFixed(2))];
    }),
  );
  const start = [
    "import and first signature",
    ...nodes.map((node) => freshOf(node)[0].figure.value.toFixed(2)),
  ];
  return table(head, [...jobs, start]);
}

function ratio(figure) {
  return marked(figure, `${figure.value.toFixed(2)}${bracket(figure)}`);
}

function bracket({ most }) {
  return most === undefined ? "" : ` (${most})`;
}

function marked(figure, text) {
  return isMet(figure) === false && !text.startsWith("**")
    ? `**${text.replaceAll("**", "")}**`
    : text.replaceAll("**", "");
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |\n`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("");
}
