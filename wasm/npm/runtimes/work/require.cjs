// For runtimes with a console and CommonJS.
const billwire = require("billwire");
const { explainSignature } = require("billwire/explain");
const { send } = require("billwire/fetch");
const { Simulator } = require("billwire/testing");
const { cases } = require("../build/cases.mjs");
const { work } = require("./work.mjs");

work({ ...billwire, Simulator, explainSignature, send }, cases).then((answer) =>
  console.log(JSON.stringify(answer)),
);
