// Puts what typia's compiler made beside its source, with a line that says so.
import { readFileSync, writeFileSync } from "node:fs";

const made = new URL("../../node_modules/.typia/typia.source.js", import.meta.url);
const kept = new URL("typia.generated.js", import.meta.url);
writeFileSync(kept, `// Made from typia.source.ts by \`npm run generate\`.\n${readFileSync(made, "utf8")}`);
