// A bearer that is asked for, shared, renewed before its end, and renewed after a refusal.
import assert from "node:assert/strict";
import { Biller, type Call, isBillwireError } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";

const credentials = { verificationToken: "test-verification", hashToken: "test-key" };
const service = new Simulator({ bearer: "test-bearer", ...credentials });
/** The provider: its first bearer is refused, as if it had been revoked. */
let issued = 0;
const fetch = async (url: string, request: RequestInit) => {
  if (new URL(url).pathname !== "/oauth/token") return service.fetch(url, request);
  const access_token = issued++ === 0 ? "revoked" : "test-bearer";
  return new Response(JSON.stringify({ access_token, expires_in: 3600 }));
};
const options = { fetch }; // in production without it
const env = { CLIENT_ID: "shop", CLIENT_SECRET: "test-secret" };

// ANCHOR: request
const base = new Biller({
  baseUrl: "https://service.example",
  ...credentials,
  profile: { refusalCodes: { onboarding: ["UNAUTHENTICATED"], settlement: ["UNAUTHENTICATED"] } },
});

/** Asks for a bearer. Path, body and names of the answer are your provider's. */
async function requestBearer(): Promise<{ bearer: string; until: number }> {
  const json = { client_id: env.CLIENT_ID, client_secret: env.CLIENT_SECRET };
  const request = base.prepareOperation("authorization", { path: "/oauth/token", json });
  const answer = await send(request, options);
  const { access_token: bearer, expires_in: seconds } = Object(answer.json) as Record<string, unknown>;
  if (answer.status !== 200 || typeof bearer !== "string") {
    throw new Error(`no bearer: HTTP ${answer.status}`);
  }
  return { bearer, until: Date.now() + Number(seconds) * 1_000 };
}
// ANCHOR_END: request

// ANCHOR: renew
const EARLY_MS = 60_000; // renew before the end: longer than a request takes
let current: { biller: Biller; until: number } | undefined;
let renewal: Promise<Biller> | undefined;

/** Returns a biller with a valid bearer. Simultaneous callers share one renewal. */
async function billerNow(): Promise<Biller> {
  if (current && Date.now() < current.until - EARLY_MS) return current.biller;
  renewal ??= renew().finally(() => (renewal = undefined));
  return renewal;
}

async function renew(): Promise<Biller> {
  const { bearer, until } = await requestBearer();
  current = { biller: base.withBearer(bearer), until };
  return current.biller;
}
// ANCHOR_END: renew

// ANCHOR: refused
/** Sends a request, and once more with a new bearer if the service has refused this one. */
async function sendAuthorized<Outcome>(prepare: (biller: Biller) => Call<Outcome>): Promise<Outcome> {
  const biller = await billerNow();
  try {
    return await send(prepare(biller), options);
  } catch (error) {
    if (!refusesBearer(error)) throw error;
    if (current?.biller === biller) current = undefined; // unless another caller has renewed
    return send(prepare(await billerNow()), options);
  }
}

/** Whether the service refused the bearer, so that nothing has happened. */
function refusesBearer(error: unknown): boolean {
  if (!isBillwireError(error)) return false;
  return error.nextStep === "fixCredentials" || (error.kind === "rejected" && error.httpStatus === 401);
}
// ANCHOR_END: refused

const [a, b] = await Promise.all([billerNow(), billerNow()]);
assert.equal(a, b);
assert.equal(issued, 1);
const onboard = (code: string) =>
  sendAuthorized((biller) => biller.prepareOnboarding({ supplier_sync_code: code, name: "Angkor" }));
await Promise.all([onboard("SHOP-1"), onboard("SHOP-2")]);
assert.equal(issued, 2);
