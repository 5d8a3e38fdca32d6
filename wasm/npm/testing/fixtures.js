// Webhooks to try a receiver on.
import { freeze } from "../errors.js";
import { glue } from "./wasm.js";

export const webhookFixtures = freeze(JSON.parse(glue.fixtures()));
