import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface OtherOrigin {
  url: string;
  /** Number of requests that arrived here. */
  requests(): number;
  close(): Promise<void>;
}

/**
 * Another origin, to which the faults redirect settlements. A client that follows a redirect would send the bill, and
 * perhaps the bearer token, to it. So no request may ever arrive.
 */
export async function listenAsOtherOrigin(): Promise<OtherOrigin> {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
