// billwire/slim: right use has to compile with the types of the main entry; wrong use must not compile.
import type * as billwire from "billwire";
import * as slim from "billwire/slim";
import { load } from "billwire/slim";
import type { Biller, Call, Settlement, SettlementOutcome } from "billwire/slim";
import { proven } from "./equal.ts";
import type { Equal } from "./equal.ts";

proven<Equal<Awaited<ReturnType<typeof load>>, typeof billwire>>();
proven<Equal<Biller, billwire.Biller>>();

export async function settle(bill: Settlement, address: URL): Promise<Call<SettlementOutcome>> {
  const { Biller, decimal } = await load(address);
  const by: Biller = new Biller({ baseUrl: "https://s.example", hashToken: "h" });
  proven<Equal<typeof by, billwire.Biller>>();
  return by.prepareSettlement({ ...bill, description: decimal.add("1", 1n) });
}

export async function sources(response: Promise<Response>, request: Request, bytes: Uint8Array, buffer: ArrayBuffer): Promise<void> {
  for (const source of ["/billwire.wasm", response, request, bytes, buffer, await response]) await load(source);
  await load();
}

export async function wrong(): Promise<void> {
  // @ts-expect-error a number is no source
  await load(1);
  // @ts-expect-error nor is nothing
  await load(null);
  const billwire = await load();
  // @ts-expect-error no such export
  billwire.load;
  // @ts-expect-error the same rules as everywhere
  new billwire.Biller({ baseUrl: "x", token: "x" });
  // @ts-expect-error a class is there when it was loaded, and not before
  new slim.Biller({ baseUrl: "https://s.example" });
  // @ts-expect-error it has to be awaited
  load().sign;
}
