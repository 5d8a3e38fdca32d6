// Servers of the tests, each at a free port of this machine.
import { once } from "node:events";
import { type AddressInfo, type Server, createServer } from "node:net";

/** Address of a server, which it starts. */
export async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return addressOf(server);
}

export function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Address at which nothing listens. */
export async function closedAddress(): Promise<string> {
  const server = createServer();
  const address = await listening(server);
  await once(server.close(), "close");
  return address;
}
