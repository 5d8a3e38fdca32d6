// For runtimes with a console and CommonJS.
const billwire = require("billwire");
const { Simulator } = require("billwire/testing");
const { cases } = require("../build/cases.mjs");
const { work } = require("./work.mjs");

work({ ...billwire, Simulator }, cases).then((answer) => console.log(JSON.stringify(answer)));
