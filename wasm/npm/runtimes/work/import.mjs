// For runtimes with a console.
import { answer } from "./answer.mjs";

console.log(JSON.stringify(await answer()));
