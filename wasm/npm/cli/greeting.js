// What a client of the sandbox needs.
import { operations } from "billwire";
import { paint, table } from "./output.js";

const SUB_BILLER = { supplier_sync_code: "SUB-1", name: "Angkor Fresh Market" };

/** Prints it. A credential from the environment is not printed, only the name of its variable. */
export function greet(url, credentials, profile, json) {
  const usual = credentials.map(({ name, variable, usual, own }) => ({ name, variable, value: own === undefined ? usual : undefined }));
  if (json) return console.log(JSON.stringify({ url, ...Object.fromEntries(usual.map(({ name, value }) => [name, value])), profile }));
  console.log(`listening on ${url}\n`);
  table([["BILLWIRE_BASE_URL", url], ...usual.map(({ variable, value }) => [variable, value ?? "(as in the environment)"])]);
  console.log(`\n  ${paint("dim", "profile")}  ${JSON.stringify(profile)}\n\n  ${curlOf(url, usual[0])}\n`);
}

/** A cURL line that onboards a sub biller. */
function curlOf(baseUrl, { variable, value = `$${variable}` }) {
  const { method, path } = operations.find(({ name }) => name === "onboarding");
  return `curl -X ${method} ${baseUrl}${path} -H "Authorization: Bearer ${value}" -H "Content-Type: application/json" -d '${JSON.stringify(SUB_BILLER)}'`;
}
