// The sub-path `billwire/testing`: the simulated service, for the tests of your program.
import "./start.js";

export { Simulator } from "./simulator.js";
export { WebhookTarget } from "./target.js";
export { webhookFixtures } from "./fixtures.js";
