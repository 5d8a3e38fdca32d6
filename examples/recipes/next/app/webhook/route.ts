// A Next route handler.
import { openMerchant, type Merchant } from "../../../merchant/merchant.ts";
import { respond } from "../../../merchant/respond.ts";
import { openSqlite } from "../../../merchant/sqlite.ts";

let merchant: Merchant | undefined; // opened by the first request: Next's build has no settings

export async function POST(request: Request): Promise<Response> {
  return respond(request, () => (merchant ??= openMerchant(process.env, openSqlite(process.env.DATABASE_URL))));
}
