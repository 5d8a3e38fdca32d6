// Every validator that billwire is compared with, in the order of the tables.
import { ajv } from "./ajv.mjs";
import { arktype } from "./arktype.mjs";
import { typia } from "./typia.mjs";
import { valibot } from "./valibot.mjs";
import { zod } from "./zod.mjs";

export const validators = [ajv, typia, arktype, valibot, zod];
