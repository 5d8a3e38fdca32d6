import type { Fetch } from "billwire/fetch";
import { Agent, request } from "undici";

const dispatcher = new Agent(); // not the global one, to which a program may add interceptors that retry

export const byUndici: Fetch = async (url, { method, headers, body, signal }) => {
  const response = await request(url, { method, headers, body: body ?? null, signal, dispatcher });
  return {
    status: response.statusCode,
    headers: new Headers(response.headers as never),
    body: response.body,
  };
};
