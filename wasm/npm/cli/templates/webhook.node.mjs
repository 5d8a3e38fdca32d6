// The webhook's endpoint, on Node's own server.
import { createServer } from "node:http";
import { webhook } from "billwire/express"; // works with Node's requests and responses
import { options } from "./merchant.mjs";

const handle = webhook(options);
const server = createServer((request, response) => {
  if (request.url === "/webhook") return handle(request, response);
  response.writeHead(404).end();
});
server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1"); // behind your proxy
