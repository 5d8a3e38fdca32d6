// The sub-path billwire/testing: the service's side, for other people's tests.
import "./start.js";

export { Simulator } from "./simulator.js";
export { WebhookTarget } from "./target.js";
export { webhookFixtures } from "./fixtures.js";
