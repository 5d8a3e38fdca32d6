// Calls a function as AWS Lambda does: `node --no-experimental-require-module lambda.cjs FILE`. Lambda's Node cannot
// `require` ES modules.
const { resolve } = require("node:path");

if (process.features.require_module) throw new Error("this Node can require ES modules");
const { handler } = require(resolve(process.argv[2]));
handler({}).then(({ body }) => console.log(body));
