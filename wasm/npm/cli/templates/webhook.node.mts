// The webhook's endpoint, on Node's own server.
import { createServer } from "node:http";
import { webhook } from "billwire/express"; // works with Node's requests and responses
import { options, port } from "./merchant.mjs";

const handle = webhook(options);
const server = createServer((request, response) => {
  if (request.url === "/webhook") return void handle(request, response);
  response.writeHead(404).end();
});
// Behind your proxy.
server.listen(port, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${port}/webhook`));
