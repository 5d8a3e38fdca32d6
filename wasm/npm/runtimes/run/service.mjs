// The service of run/ways.mjs, which counts the settlements that it has read to their end.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createHttp } from "node:http";
import { createServer } from "node:net";

const SETTLED = '{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}';

export class Service {
  #script;
  /** Way and count of each address. */
  #places = new Map();

  static async start(script) {
    const service = new Service();
    service.#script = script;
    const { url } = await listen(createHttp((request, response) => service.#serve(request, response)));
    service.url = url;
    return service;
  }

  /** Address of a way: `within` acts at the head of a request, `after` at its end. */
  add(path, way) {
    const url = `${this.url}/${path}`;
    this.#places.set(url, { way, count: 0 });
    return url;
  }

  received(url) {
    return this.#places.get(url)?.count ?? 0;
  }

  #serve(request, response) {
    // A page of the same origin needs no CORS. Its connection is not used again.
    if (request.method === "GET")
      return response.setHeader("Connection", "close") && this.#page(request, response);
    const place = this.#places.get(
      this.url + request.url.replace("/bill_payment/push_bill_with_payment", ""),
    );
    place.way.within?.(request);
    request.on("error", () => {}); // the connection was reset
    request.resume().on("end", () => {
      place.count += 1;
      const respond = (status) => response.writeHead(status, { Location: request.url }).end(SETTLED);
      place.way.after?.(request, respond, place.count);
    });
  }

  #page({ url }, response) {
    if (url !== "/script.js") return response.setHeader("Content-Type", "text/html").end();
    return response.setHeader("Content-Type", "text/javascript").end(readFileSync(this.#script));
  }
}

/** A server of bare sockets. */
export const listening = (serve) => listen(createServer(serve));

async function listen(server) {
  server.on("connection", (socket) => socket.on("error", () => {})).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
