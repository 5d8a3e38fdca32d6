// The webhook's endpoint, on Next. In app/webhook/route.js: export { POST } from "../../billwire/webhook.mjs";
let handle; // made by the first request: Next's build has no settings

export async function POST(request) {
  const [{ webhook }, { options }] = await Promise.all([import("billwire/web"), import("./merchant.mjs")]);
  return (handle ??= webhook(options))(request);
}
