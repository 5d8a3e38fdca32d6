// A server on bare sockets, which counts the requests that it has read to their end.
import { createServer, type Server, type Socket } from "node:net";
import { SETTLED } from "./bills.ts";
import { addressOf, listening } from "./servers.ts";

export interface Received {
  readonly path: string;
  readonly head: string;
  readonly body: string;
  /** Number of the connection, from 1. */
  readonly connection: number;
}

/** Answers a request, or ends its connection. */
export type Respond = (socket: Socket, request: Received) => void;

export class RawServer {
  readonly received: Received[] = [];
  respond: Respond = (socket) => answer(socket, 200, "{}");
  readonly #server: Server;
  #connections = 0;

  private constructor() {
    this.#server = createServer((socket) => this.#serve(socket, ++this.#connections));
  }

  /** Forgets what it has received, and settles each bill from now on. */
  reset(): void {
    this.received.length = 0;
    this.respond = (socket) => answer(socket, 200, SETTLED);
  }

  static async start(respond?: Respond): Promise<RawServer> {
    const server = new RawServer();
    if (respond) server.respond = respond;
    await listening(server.#server);
    return server;
  }

  get url(): string {
    return addressOf(this.#server);
  }

  async stop(): Promise<void> {
    this.#server.close();
  }

  #serve(socket: Socket, connection: number): void {
    let text = "";
    socket.on("error", () => {}); // the other side may end the connection at any time
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      for (;;) {
        const end = text.indexOf("\r\n\r\n");
        const head = text.slice(0, end);
        const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
        if (end < 0 || text.length < end + 4 + length) return;
        const body = text.slice(end + 4, end + 4 + length);
        text = text.slice(end + 4 + length);
        const request = { path: head.split(" ", 2)[1] ?? "", head, body, connection };
        this.received.push(request);
        this.respond(socket, request);
      }
    });
  }
}

/** Writes a whole answer and keeps the connection open. */
export function answer(socket: Socket, status: number, body: string, headers: readonly string[] = []): void {
  const head = [`HTTP/1.1 ${status} Status`, `Content-Length: ${Buffer.byteLength(body)}`, ...headers];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
}
