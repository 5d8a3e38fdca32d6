// For runtimes with a console: the ways are the argument.
import { tryAll } from "./ways.mjs";

const [ways] = globalThis.Deno?.args ?? process.argv.slice(2);
console.log(JSON.stringify(await tryAll(JSON.parse(ways))));
process.exit(0); // a connection that nobody answers would keep Deno from ending
