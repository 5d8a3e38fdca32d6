// A proxy between two programs that delays every piece and can cut its connections. The caller notices a cut
// at once, while its request may still arrive: the outcome is then in doubt.
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import type { Random } from "./random.ts";

/** Longest delay of a piece, so that cuts hit open exchanges. */
const SLOWEST_MS = 120;

export interface CuttingProxy {
  url: string;
  /** Cuts every connection, and returns their number. */
  cut(): number;
}

export async function startProxy(port: number, random: Random): Promise<CuttingProxy> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    open.add(near);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const)
      carry(from, to, random);
    near.on("close", () => open.delete(near));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  const cut = () => {
    const count = open.size;
    for (const near of open) near.destroy();
    return count;
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut };
}

/** Forwards each piece late and in order, and the end after the last one. */
function carry(from: Socket, to: Socket, random: Random): void {
  let last = Promise.resolve();
  const later = (work: () => void) => {
    last = last.then(
      () => new Promise((done) => setTimeout(() => (work(), done()), random.below(SLOWEST_MS))),
    );
  };
  from.on("data", (piece) => later(() => to.writable && to.write(piece)));
  from.on("close", () => later(() => to.destroy()));
  from.on("error", () => {}); // "close" follows
}
