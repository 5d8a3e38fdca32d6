// A function of AWS Lambda, which its bundlers compile to CommonJS.
import { answer } from "./answer.mjs";

export const handler = async () => ({ statusCode: 200, body: JSON.stringify(await answer()) });
