// A merchant's endpoint for webhooks.
import { type IncomingHttpHeaders, type Server, createServer } from "node:http";
import { text } from "node:stream/consumers";
import { addressOf, listening } from "./servers.ts";

export interface Arrival {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers each webhook with the next of its answers, and repeats the last. */
export class Merchant {
  readonly arrivals: Arrival[] = [];
  readonly #server: Server;

  private constructor(answers: readonly (readonly [status: number, body: string])[]) {
    this.#server = createServer(async (request, response) => {
      const [status, body] = answers[Math.min(this.arrivals.length, answers.length - 1)]!;
      this.arrivals.push({ headers: request.headers, body: await text(request) });
      response.writeHead(status).end(body);
    });
  }

  static async start(...answers: readonly (readonly [status: number, body: string])[]): Promise<Merchant> {
    const merchant = new Merchant(
      answers.length === 0 ? [[200, '{"status":"success","message":"success"}']] : answers,
    );
    await listening(merchant.#server);
    return merchant;
  }

  get url(): string {
    return `${addressOf(this.#server)}/webhook`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
