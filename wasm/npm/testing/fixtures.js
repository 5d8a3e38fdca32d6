// Webhooks to try a receiver on.
import { freeze } from "../errors.js";
import { glue, instance } from "./wasm.js";

export const webhookFixtures = freeze(JSON.parse(instance.attempt(glue.fixtures)));
