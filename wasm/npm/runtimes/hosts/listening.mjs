import { once } from "node:events";

/** Address of the webhook's route at a server, which it starts. */
export async function listening(server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${server.address().port}/webhook`;
}
