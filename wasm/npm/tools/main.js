// The tools of the entry `billwire`. A bundle that imports none of them leaves their wasm out.
import { compile } from "#tools-wasm";
import { toolsFrom } from "./index.js";

export const { CreditFlow, SettlementFlow, countParses, decimal, draftFromJson, draftToJson, explainSignature, validateDraft } = toolsFrom(compile);
