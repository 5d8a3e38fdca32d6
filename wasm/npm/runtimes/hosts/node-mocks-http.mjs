// The requests of unit tests.
import { webhook } from "billwire/express";
import { createRequest, createResponse } from "node-mocks-http";
import { options } from "./merchant.mjs";

const handle = webhook(options());

export async function deliver({ method, headers, body }) {
  const response = createResponse();
  await handle(createRequest({ method, headers, body }), response);
  return { status: response.statusCode };
}
