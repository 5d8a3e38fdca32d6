// A Next route handler.
import { webhook } from "billwire/web";
import { Books } from "../../../merchant/books.ts";
import { webhookOptions } from "../../../merchant/merchant.ts";
import { openSqlite } from "../../../merchant/sqlite.ts";

let handle: ReturnType<typeof webhook> | undefined; // made by the first request: Next's build has no settings

export async function POST(request: Request): Promise<Response> {
  return (handle ??= webhook(webhookOptions(process.env, new Books(openSqlite(process.env.DATABASE_URL)))))(
    request,
  );
}
