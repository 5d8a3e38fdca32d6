// Every validator that billwire is compared with.
import { ajv } from "./ajv.mjs";
import { arktype } from "./arktype.mjs";
import { valibot } from "./valibot.mjs";
import { zod } from "./zod.mjs";

export const validators = [ajv, arktype, valibot, zod];
