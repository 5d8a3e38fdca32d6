// A function of AWS Lambda that is not bundled. Its Node cannot `require` ES modules, so `import` would give another
// copy of the package, whose objects are refused by name.
const billwire = require("billwire");
const { explainSignature } = require("billwire/explain");
const { send } = require("billwire/fetch");
const { Simulator } = require("billwire/testing");
const { work } = require("../build/work.cjs");
const cases = require("../build/cases.json");

exports.handler = async () => ({
  statusCode: 200,
  body: JSON.stringify(await work({ ...billwire, Simulator, explainSignature, send }, cases)),
});
