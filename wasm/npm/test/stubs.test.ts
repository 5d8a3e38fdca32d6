// A program's test can replace the modules of billwire by spies of Vitest. Jest's are in wasm/npm/runtimes/jest.
import { Biller, sign } from "billwire";
import { send } from "billwire/fetch";
import { expect, test, vi } from "vitest";
import { BILL } from "./support/bills.ts";

vi.mock("billwire", { spy: true });
vi.mock("billwire/fetch", { spy: true });

test("a spy does the work, until it is told otherwise", async () => {
  const biller = new Biller({ baseUrl: "https://service.example", bearer: "b", hashToken: "h" });
  expect(biller.prepareSettlement(BILL).operation).toBe("settlement");
  vi.mocked(sign).mockReturnValue("replaced");
  vi.mocked(send).mockResolvedValue("replaced" as never);
  expect([sign(BILL, "key"), await send(biller.prepareSettlement(BILL))]).toEqual(["replaced", "replaced"]);
});
