// Webhooks for the tests of a receiver.
import { freeze } from "../errors.js";
import { glue, instance } from "./wasm.js";

export const webhookFixtures = freeze(JSON.parse(instance.attempt(glue.fixtures)));
