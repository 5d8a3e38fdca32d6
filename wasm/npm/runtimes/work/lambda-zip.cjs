// A function of AWS Lambda that is not bundled, and loads the package by both `require` and `import`.
const billwire = require("billwire");
const { work } = require("../build/work.cjs");
const cases = require("../build/cases.json");

exports.handler = async () => {
  const [own, { Simulator }, { send }] = await Promise.all([
    import("billwire"),
    import("billwire/testing"),
    import("billwire/fetch"),
  ]);
  if (own.Biller !== billwire.Biller) throw new Error("there are two copies of billwire");
  return { statusCode: 200, body: JSON.stringify(await work({ ...own, Simulator, send }, cases)) };
};
