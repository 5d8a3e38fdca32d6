// For Jest without any configuration, and with jsdom, which has neither coders of text nor a fetch. The
// version in the answer is that of the running Jest.
const { dirname, join } = require("node:path");
const billwire = require("billwire");
const { explainSignature } = require("billwire/explain");
const { send } = require("billwire/fetch");
const { Simulator } = require("billwire/testing");
const slim = require("billwire/slim");
const cases = require("../build/cases.json");
const { work } = require("../build/work.cjs");

// For the work: billwire has its own.
globalThis.TextDecoder ??= require("node:util").TextDecoder;
globalThis.TextEncoder ??= require("node:util").TextEncoder;
const { rounds, ...withoutRequests } = cases;

test("the work", async () => {
  const { version } = require(join(dirname(process.argv[1]), "../package.json"));
  const answer = await work(
    { ...billwire, Simulator, explainSignature, send },
    globalThis.Request ? cases : withoutRequests,
  );
  expect(answer.failed).toEqual([]);
  process.stdout.write(`${JSON.stringify({ ...answer, runtime: `Jest/${version}` })}\n`);
}, 60_000);

test("the entries share their errors and their wasm", async () => {
  const { BillwireError, Biller } = await slim.load();
  expect(Biller).toBe(billwire.Biller);
  expect(BillwireError).toBe(billwire.BillwireError);
  expect(() => new Simulator({ now: -1 })).toThrow(billwire.BillwireError);
});

test.each([
  ["an export", () => [billwire, "sign"]],
  [
    "a method of an instance",
    () => [new billwire.Biller({ baseUrl: "https://service.example" }), "prepareSettlement"],
  ],
  ["a method of a class", () => [billwire.Biller.prototype, "prepareSettlement"]],
  ["a receiver", () => [billwire.WebhookReceiver.checkout(), "receive"]],
])("%s can be replaced by a spy", (_name, place) => {
  const [object, name] = place();
  const spy = jest.spyOn(object, name).mockReturnValue("replaced");
  expect(object[name]()).toBe("replaced");
  spy.mockRestore();
});
