import { Client } from "undici";
import { ANSWERS, PROCESSES, type Delivery } from "./moments.ts";

/** Number of concurrent moments. */
export const LANES = 8;

/** One connection to each process of a server. */
export type Lane = readonly Connection[];

interface Connection {
  server: string;
  client: Client;
  process: string;
}

/** Opens connections until each process has one for each lane; the server spreads them over its processes. */
export async function openLanes(server: string): Promise<Lane[]> {
  const byProcess = new Map<string, Connection[]>();
  const complete = () =>
    byProcess.size === PROCESSES && [...byProcess.values()].every(({ length }) => length >= LANES);
  while (!complete()) {
    const client = new Client(server, { keepAliveTimeout: 600_000, keepAliveMaxTimeout: 600_000 });
    const { headers, body } = await client.request({ method: "GET", path: "/" });
    await body.dump();
    const process = String(headers["x-process"]);
    byProcess.set(process, [...(byProcess.get(process) ?? []), { server, client, process }]);
  }
  const connections = [...byProcess.values()];
  return Array.from({ length: LANES }, (_, lane) => connections.map((ofProcess) => ofProcess[lane]!));
}

/** Sends the deliveries of a moment at once, each to another process; returns the wrong answers. */
export async function sendMoment(lane: Lane, moment: readonly Delivery[], first: number): Promise<string[]> {
  const answers = await Promise.all(
    moment.map((delivery, nth) => sendDelivery(lane[(first + nth) % lane.length]!, delivery)),
  );
  return answers.filter((surprise) => surprise !== undefined);
}

async function sendDelivery(
  { server, client, process }: Connection,
  delivery: Delivery,
): Promise<string | undefined> {
  const { headers, body } = delivery;
  const isForged = delivery.sort === "forged"; // it is refused unread, which ends its connection
  const sender = isForged ? new Client(server) : client;
  const answer = await sender.request({ method: "POST", path: "/webhook", headers, body });
  await answer.body.dump();
  if (isForged) await sender.close();
  else if (answer.headers["x-process"] !== process) return `${delivery.sort}: another process answered`;
  return answer.statusCode === ANSWERS[delivery.sort] ? undefined : `${delivery.sort}: ${answer.statusCode}`;
}
