// Draws a diagram in Graphviz's language as SVG: draw.mjs GRAPHVIZ SOURCE
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [graphviz, source] = process.argv.slice(2);
const { instance } = createRequire(import.meta.url)(graphviz);
const viz = await instance();
process.stdout.write(viz.renderString(readFileSync(source, "utf8"), { format: "svg", engine: "dot" }));
