// Settings that a client of the sandbox needs.
import { operations } from "billwire";
import { jsonOf, paint, printable, table } from "./output.js";

const SUB_BILLER = { supplier_sync_code: "SUB-1", name: "Angkor Fresh Market" };

/** Prints it. A credential from the environment is not printed, only the name of its variable. */
export function greet({ url, credentials, profile }, { webhookUrl, json }) {
  const usual = credentials.map(({ name, variable, usual, own }) => ({
    name,
    variable,
    value: own === undefined ? usual : undefined,
  }));
  if (json)
    return console.log(
      jsonOf({ url, ...Object.fromEntries(usual.map(({ name, value }) => [name, value])), profile }),
    );
  console.log(`listening on ${url}`);
  console.log(`its log, webhooks and books: ${url}/sandbox\n`);
  table([
    ["BILLWIRE_BASE_URL", url],
    ...usual.map(({ variable, value }) => [variable, value ?? "(as in the environment)"]),
  ]);
  console.log(`\n  ${paint("dim", "profile")}   ${jsonOf(profile)}`);
  console.log(`  ${paint("dim", "biller")}    allowLoopbackHttp: true, since the sandbox has no TLS`);
  const target =
    webhookUrl === undefined ? "none: --webhook-url has their address" : `to ${printable(webhookUrl)}`;
  console.log(`  ${paint("dim", "webhooks")}  ${target}`);
  console.log(`\n  ${curlOf(url, usual[0])}\n`);
}

/** A cURL line that onboards a sub biller. */
function curlOf(baseUrl, { variable, value = `$${variable}` }) {
  const { method, path } = operations.find(({ name }) => name === "onboarding");
  return (
    `curl -X ${method} ${baseUrl}${path} -H "Authorization: Bearer ${value}" ` +
    `-H "Content-Type: application/json" -d '${JSON.stringify(SUB_BILLER)}'`
  );
}
