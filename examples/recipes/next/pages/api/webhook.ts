// An API route of Next's Pages Router.
import { webhook, type NodeRequest, type NodeResponse } from "billwire/express";
import { Books } from "../../../merchant/books.ts";
import { webhookOptions } from "../../../merchant/merchant.ts";
import { openSqlite } from "../../../merchant/sqlite.ts";

export const config = { api: { bodyParser: false } }; // it would consume the raw body

let handle: ReturnType<typeof webhook> | undefined; // made by the first request: Next's build has no settings

export default function route(request: NodeRequest, response: NodeResponse): Promise<void> {
  return (handle ??= webhook(webhookOptions(process.env, new Books(openSqlite(process.env.DATABASE_URL)))))(
    request,
    response,
  );
}
