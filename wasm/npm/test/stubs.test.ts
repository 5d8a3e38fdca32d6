// A test of a program can replace parts of billwire: by spies of Vitest here, by Jest's in wasm/npm/runtimes/jest.
import * as billwire from "billwire";
import * as sending from "billwire/fetch";
import { Biller, SettlementFlow, WebhookReceiver } from "billwire";
import { Simulator } from "billwire/testing";
import { expect, test, vi } from "vitest";
import { BILL } from "./support/bills.ts";

vi.mock("billwire", { spy: true });
vi.mock("billwire/fetch", { spy: true });

test("a module can be a spy of itself", () => {
  const biller = new Biller({ baseUrl: "https://service.example", bearer: "b", hashToken: "h" });
  expect(biller.prepareSettlement(BILL).operation).toBe("settlement");
  vi.mocked(billwire.sign).mockReturnValue("replaced");
  expect(billwire.sign(BILL, "key")).toBe("replaced");
  vi.mocked(sending.send).mockResolvedValue("replaced" as never);
  expect(vi.isMockFunction(sending.send)).toBe(true);
});

test.each<[string, () => object, string]>([
  ["a biller", () => new Biller({ baseUrl: "https://service.example" }), "prepareSettlement"],
  ["a receiver", () => WebhookReceiver.checkout(), "receive"],
  ["a flow", () => new SettlementFlow(new Biller({ baseUrl: "https://service.example", bearer: "b", hashToken: "h" }), BILL), "run"],
  ["a simulator", () => new Simulator({ bearer: "b", verificationToken: "v", hashToken: "h" }), "handle"],
  ["a call", () => new Biller({ baseUrl: "https://service.example", bearer: "b", hashToken: "h" }).prepareSettlement(BILL), "decode"],
])("a method of %s can be stubbed", (_name, make, method) => {
  const object = make() as Record<string, () => unknown>;
  vi.spyOn(object, method).mockReturnValue("replaced");
  expect(object[method]!()).toBe("replaced");
});
