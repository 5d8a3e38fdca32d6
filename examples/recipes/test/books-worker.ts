// A worker that runs the tests' statements in the recipe's database.
import type { D1Database } from "@cloudflare/workers-types";
import type { Statement } from "../merchant/books.ts";
import { openD1 } from "../merchant/d1.ts";

export default {
  async fetch(request: Request, env: { readonly DB: D1Database }): Promise<Response> {
    return Response.json(await openD1(env.DB).batch((await request.json()) as readonly Statement[]));
  },
};
