// Counts how often a service receives a settlement whose pooled connection it cuts: once by `send` in each runtime, and
// twice by Deno's own fetch, which is the control. Arguments: the programs of Node and Bun.
import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { promisify } from "node:util";

const [node, bun] = process.argv.slice(2);
const SCRIPT = "work/cut.mjs";
const RUNTIMES = { Node: [node, SCRIPT], Bun: [bun, "run", SCRIPT], Deno: [node, "node_modules/deno/bin.cjs", "run", "--no-prompt", "--allow-net=127.0.0.1", SCRIPT] };
const SETTLED = '{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}';

for (const cut of ["destroy", "resetAndDestroy"]) {
  for (const name of Object.keys(RUNTIMES)) expect(`${name} by send, ${cut}`, await settled(name, "send", cut), [name === "Node" ? "1,2" : "1,1", "no_answer"]);
  expect(`control: Deno by its fetch, ${cut}`, await settled("Deno", "fetch", cut), ["1,1,2", "answered"]);
}

/** Connections of the received settlements, and the result that the program saw. */
async function settled(name, by, cut) {
  const connections = [];
  let opened = 0;
  const server = createServer((socket) => {
    const connection = ++opened;
    const respond = () => {
      connections.push(connection);
      if (connections.length === 2) return socket[cut]();
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${SETTLED.length}\r\n\r\n${SETTLED}`);
    };
    readRequests(socket, respond);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const [program, ...args] = RUNTIMES[name];
  const { stdout } = await promisify(execFile)(program, [...args, `http://127.0.0.1:${server.address().port}`, by]);
  server.close();
  return [connections.join(), stdout.trim()];
}

/** Calls `respond` for each request that was read to its end. */
function readRequests(socket, respond) {
  let text = "";
  socket.on("error", () => {}); // the other side may end the connection at any time
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    for (;;) {
      const end = text.indexOf("\r\n\r\n");
      const length = Number(/^content-length: *(\d+)/im.exec(text.slice(0, end))?.[1]);
      if (end < 0 || text.length < end + 4 + length) return;
      text = text.slice(end + 4 + length);
      respond();
    }
  });
}

function expect(what, found, expected) {
  console.log(`${what}: received by ${found.join(": ")}`);
  if (String(found) !== String(expected)) throw new Error(`${what}: expected ${expected.join(": ")}`);
}
