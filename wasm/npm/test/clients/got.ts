import { once } from "node:events";
import type { Fetch } from "billwire/fetch";
import got, { type Response } from "got";

export const byGot: Fetch = async (url, { method, headers, body, signal }) => {
  const stream = got.stream(url, {
    method,
    headers,
    signal,
    ...(body !== undefined && { body }),
    followRedirect: false, // got follows ten by default
    retry: { limit: 0 }, // got retries twice by default, a POST if an instance says so
    throwHttpErrors: false, // billwire decodes every status
  });
  const [response] = (await once(stream, "response")) as [Response];
  return { status: response.statusCode, headers: new Headers(response.headers as never), body: stream };
};
