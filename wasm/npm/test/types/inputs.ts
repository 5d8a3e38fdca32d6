// Inputs accept frozen values, and null for each optional member, as the runtime does.
import type {
  BillerOptions,
  CodeShapes,
  CreditFlowOptions,
  CreditPolicy,
  DraftSettings,
  Expectation,
  JsonObject,
  Onboarding,
  Settlement,
  SettlementFlowOptions,
  SettlementPolicy,
  SettlementRun,
  Verification,
  WebhookLimits,
  WireProfile,
} from "billwire";
import type { ExplainOptions } from "billwire/explain";
import type { SendOptions } from "billwire/fetch";
import type {
  FaultScript,
  ScriptedAnswer,
  SimulatorOptions,
  WebhookEndpoint,
  WebhookRetries,
} from "billwire/testing";
import type { WebhookOptions } from "billwire/web";
import { proven } from "./equal.ts";
import type { Equal } from "./equal.ts";

interface Inputs {
  biller: BillerOptions;
  codeShapes: CodeShapes;
  credit: CreditFlowOptions;
  creditPolicy: CreditPolicy;
  draft: DraftSettings;
  endpoint: WebhookEndpoint;
  expectation: Expectation;
  explain: ExplainOptions;
  faults: FaultScript;
  limits: WebhookLimits;
  onboarding: Onboarding;
  profile: WireProfile;
  retries: WebhookRetries;
  scripted: ScriptedAnswer;
  send: SendOptions;
  settlement: Settlement;
  settlementFlow: SettlementFlowOptions;
  settlementPolicy: SettlementPolicy;
  simulator: SimulatorOptions;
  verification: Verification;
  webhook: WebhookOptions;
}

type Whole = Date | ((...values: never[]) => unknown);
type Frozen<T> = T extends Whole
  ? T
  : Equal<T, JsonObject> extends true
    ? T
    : T extends object
      ? { readonly [Name in keyof T]: Frozen<T[Name]> }
      : T;
/** Inputs without objects of the caller's other libraries. */
type Plain = Omit<Inputs, "send" | "webhook">;

export const frozen = (inputs: Frozen<Plain>): Plain => inputs;

/** Optional members that refuse null. */
type Refusing<T> = {
  [Name in keyof T]-?: undefined extends T[Name] ? (null extends T[Name] ? never : Name) : never;
}[keyof T];
type Functions = { settlementFlow: "now" | "random"; credit: "now" | "random" };

proven<
  Equal<
    { [Name in keyof Inputs as Refusing<Inputs[Name]> extends never ? never : Name]: Refusing<Inputs[Name]> },
    Functions
  >
>();
proven<Equal<Refusing<SettlementRun>, "sleep" | "control" | "maxWaitMs">>();
