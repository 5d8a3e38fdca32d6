// Fields of the models, read from the declarations of the package.
import { readFileSync } from "node:fs";
import ts from "typescript";

export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly kind: Kind;
}

/** Kind of a field, by the types in its declaration. */
export type Kind = "text" | "instant" | "integer" | "decimal" | "lines" | "extra";

export const DIST = new URL("../node_modules/billwire/dist/", import.meta.url);

const KINDS: Readonly<Record<string, Kind>> = {
  string: "text",
  "string | Date": "instant",
  "number | bigint": "integer",
  "string | number | bigint": "decimal",
  "readonly Line[]": "lines",
  JsonObject: "extra",
};

const file = new URL("models.d.ts", DIST);
const source = ts.createSourceFile("models.d.ts", readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);

/** Fields of a model of a request, in the order of the interface. */
export function fieldsOf(
  model: "Onboarding" | "Settlement" | "Line" | "Verification" | "Expectation",
): readonly Field[] {
  const found = source.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === model);
  if (found === undefined || !ts.isInterfaceDeclaration(found)) throw new Error(`no interface ${model}`);
  return found.members.filter(ts.isPropertySignature).map(field);
}

function field(member: ts.PropertySignature): Field {
  const type = (member.type?.getText() ?? "").replace(/(?: \| null)? \| undefined$/, "");
  const kind = KINDS[type];
  if (kind === undefined) throw new Error(`${member.name.getText()} has a type that is new: ${type}`);
  return { name: member.name.getText(), required: member.questionToken === undefined, kind };
}
