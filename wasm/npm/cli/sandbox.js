// `billwire sandbox`: the simulated service over HTTP.
import { createServer } from "node:http";
import { isBillwireError } from "billwire";
import { Simulator } from "billwire/testing";
import { CREDENTIALS, warnOf } from "./credentials.js";
import { greet } from "./greeting.js";
import { profileFrom } from "./input.js";
import { isReachable } from "./loopback.js";
import { logJson, logText } from "./log.js";
import { Refused } from "./output.js";
import { Service } from "./service.js";

/** The process that has started this one, asked for before it may have ended. */
const PARENT = process.ppid;
/** Time that a request has to arrive, its head and its body. */
const PATIENCE = 10_000;
const TIMEOUTS = { headersTimeout: PATIENCE, requestTimeout: PATIENCE, connectionsCheckingInterval: 1_000 };
/** Settings by which a biller finds a bill of the simulator again. */
const PROFILE = {
  settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" },
  notFoundCodes: { verification: ["NOT_FOUND"] },
};

export async function sandbox(options) {
  if (options.port > 65_535) throw new Refused("expected a port from 0 to 65535");
  const credentials = Object.entries(CREDENTIALS).map(([name, [variable, usual]]) => ({
    name,
    variable,
    usual,
    own: process.env[variable] || undefined,
  }));
  for (const { variable, own } of credentials) if (own !== undefined) warnOf(variable, own);
  const profile = profileFrom(options.profile);
  const serviceAt = (pageUrl) =>
    new Service(
      simulatorOf(options, credentials, profile, pageUrl),
      options.allowRemote,
      options.json ? logJson : logText,
    );
  // Refuses wrong settings before it listens. The page of a link needs the port, which is known afterwards.
  let service = serviceAt(undefined);
  const server = createServer({ ...TIMEOUTS, requireHostHeader: false }, (request, response) => {
    service.serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise((started, failed) => {
    server.once("error", ({ code }) =>
      failed(
        new Refused(
          code === "EADDRINUSE"
            ? `port ${options.port} is in use: choose another --port`
            : `the address cannot be used (${code})`,
        ),
      ),
    );
    server.listen(options.port, options.host, started);
  });
  const url = urlOf(server.address());
  service = serviceAt(url);
  greet({ url, credentials, profile: { ...PROFILE, ...profile } }, options);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
  if (process.env.npm_command !== undefined) endWithParent();
}

/** Ends the sandbox when npm has ended: npm does not pass SIGTERM on. */
function endWithParent() {
  setInterval(() => process.ppid === PARENT || process.exit(0), 250).unref();
}

function urlOf({ address, family, port }) {
  if (["0.0.0.0", "::"].includes(address)) return `http://127.0.0.1:${port}`;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

function simulatorOf(options, credentials, profile, pageUrl) {
  const { webhookUrl: url, variant, amounts, customersKey, testCase, fee, seed, linkRequired } = options;
  if (url !== undefined && !isReachable(url, options.allowRemote))
    throw new Refused("expected --webhook-url with http:// on this machine; --allow-remote allows others");
  const { webhookToken: token, ...ofRequests } = Object.fromEntries(
    credentials.map(({ name, own, usual }) => [name, own ?? usual]),
  );
  try {
    return new Simulator({
      ...ofRequests,
      profile,
      webhook: url === undefined ? undefined : { url, variant, token, amounts, customersKey, testCase },
      retries: {
        deliveries: options.deliveries,
        firstMs: options.firstRetryMs,
        longestMs: options.longestRetryMs,
      },
      linking: { required: linkRequired, pageUrl },
      fee,
      seed,
      now: Date.now(),
    });
  } catch (error) {
    throw isBillwireError(error) ? new Refused(error.message) : error;
  }
}
