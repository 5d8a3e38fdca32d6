// `billwire events`: the webhooks of a running sandbox, and one of them again.
import { print, table, title } from "./output.js";
import { sandboxAt } from "./sandbox-client.js";

export async function events({ resend, sandbox: url, ...options }) {
  const sandbox = sandboxAt(url);
  if (resend !== undefined) {
    const { id, status, answer } = await sandbox.post("/sandbox/resend", { id: resend });
    const isGood = status === 200;
    return print(options, { id, answer }, isGood, () => title(isGood, `sent ${id} again: ${answer}`));
  }
  const { webhooks } = await sandbox.get("/sandbox/history");
  print(options, webhooks, true, show);
}

function show(webhooks) {
  if (webhooks.length === 0) return console.log("The sandbox has sent no webhook yet.");
  const rows = webhooks.map(
    ({ id, identity_code, tran_id, tran_amount, currency, status, deliveries, answer }) => [
      id,
      identity_code,
      tran_id,
      `${tran_amount} ${currency}`,
      status,
      `deliveries: ${deliveries}`,
      answer,
    ],
  );
  table(rows);
  console.log("\n  npx billwire events --resend <id> sends one again");
}
