// A `fetch` that sends to the simulator.

const WITHOUT_BODY = [204, 205, 304];
const encoder = new TextEncoder();

/** Sends a request to the simulator. */
export async function send(simulator, baseUrl, input, init) {
  const request = new Request(input, init);
  const body = new Uint8Array(await request.arrayBuffer());
  request.signal.throwIfAborted();
  const path = pathOf(request.url, baseUrl);
  const { method, headers } = request;
  const answer = simulator.handle({ method, path, headers, body });
  const { kind, delay_ms } = answer.transport;
  if (kind === "drop_before" || kind === "drop_after")
    throw failed("the connection was closed", "ECONNRESET");
  if (kind === "slow") simulator.advance(delay_ms);
  if (isRedirect(answer) && request.redirect !== "manual")
    throw failed("the answer leads out of the simulator");
  const content = WITHOUT_BODY.includes(answer.status) ? null : encoder.encode(answer.body);
  const response = new Response(content, { status: answer.status, statusText: "", headers: answer.headers });
  Object.defineProperty(response, "url", { value: request.url });
  return response;
}

function isRedirect({ status, headers }) {
  return (
    status >= 300 && status <= 399 && Object.keys(headers).some((name) => name.toLowerCase() === "location")
  );
}

/** Path below the base address. Without a base address, every server name is that of the service. */
function pathOf(url, baseUrl) {
  const { origin } = new URL(url);
  const base = baseUrl ?? origin;
  if (url.startsWith(`${base}/`)) return url.slice(base.length).split("#", 1)[0];
  throw failed("the address is not below the simulator's baseUrl", "ECONNREFUSED");
}

/** Error of `fetch`: a TypeError with the error of the connection as its cause. */
function failed(text, code) {
  const cause = Object.assign(new Error(text), code === undefined ? {} : { code });
  return new TypeError(`fetch failed: ${text}`, { cause });
}
