// For Jest without any configuration. The version in the answer is that of the running Jest.
const { dirname, join } = require("node:path");
const billwire = require("billwire");
const { send } = require("billwire/fetch");
const { Simulator } = require("billwire/testing");
const slim = require("billwire/slim");
const cases = require("../build/cases.json");
const { work } = require("../build/work.cjs");

test("the work", async () => {
  const { version } = require(join(dirname(process.argv[1]), "../package.json"));
  const answer = await work({ ...billwire, Simulator, send }, cases);
  expect(answer.failed).toEqual([]);
  process.stdout.write(`${JSON.stringify({ ...answer, runtime: `Jest/${version}` })}\n`);
});

test("the entries share their errors and their wasm", async () => {
  const { BillwireError, Biller } = await slim.load();
  expect(Biller).toBe(billwire.Biller);
  expect(BillwireError).toBe(billwire.BillwireError);
  expect(() => new Simulator({ now: -1 })).toThrow(billwire.BillwireError);
});

test("an export can be replaced by a spy", () => {
  const spy = jest.spyOn(billwire, "sign").mockReturnValue("hash");
  expect(billwire.sign()).toBe("hash");
  spy.mockRestore();
});
