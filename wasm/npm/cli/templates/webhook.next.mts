// The webhook's endpoint, on Next. In app/webhook/route.js: export { POST } from "../../billwire/webhook.mjs";
// Made by the first request, because Next's build has no settings.
let handle: ((request: Request) => Promise<Response>) | undefined;

export async function POST(request: Request): Promise<Response> {
  const [{ webhook }, { options }] = await Promise.all([import("billwire/web"), import("./merchant.mjs")]);
  return (handle ??= webhook(options))(request);
}
