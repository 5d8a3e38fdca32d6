// A function of Azure, with its own class of requests. The compiler checks that it takes the handler.
import { app, type HttpHandler, type HttpMethod, HttpRequest, InvocationContext } from "@azure/functions";
import { webhook } from "billwire/web";
import { options } from "./merchant.mjs";

const handler: HttpHandler = webhook(options());
app.http("webhook", { methods: ["POST"], handler });

interface Delivery {
  readonly method: HttpMethod;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

export async function deliver({ method, headers, body }: Delivery): Promise<{ status?: number | undefined }> {
  const request = new HttpRequest({
    method,
    url: "https://merchant.example/api/webhook",
    headers,
    body: { bytes: body },
  });
  return (await handler(request, new InvocationContext())) as Response;
}
