// Several receiver processes behind one port, by Node's cluster module. Tells its parent the port once all listen.
import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { PROCESSES } from "./moments.ts";

cluster.setupPrimary({
  exec: fileURLToPath(new URL("process.ts", import.meta.url)),
  args: process.argv.slice(2),
});
let listening = 0;
cluster.on("listening", (_worker, { port }) => {
  if (++listening === PROCESSES) process.send?.(port);
});
cluster.on("exit", () => process.exit(1)); // a run with fewer processes shows less than it should
process.on("disconnect", () => process.exit());
for (let nth = 0; nth < PROCESSES; nth++) cluster.fork();
