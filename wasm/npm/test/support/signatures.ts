// Declarations of the package, read with the compiler.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { HANDLERS } from "./handlers.ts";
import { DIST } from "./models.ts";

const program = ts.createProgram(
  ["index.d.ts", "slim.d.ts", "fetch.d.ts", ...HANDLERS.map(declarationOf), "testing/index.d.ts"].map(
    declarations,
  ),
  {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
  },
);
const checker = program.getTypeChecker();

function declarations(file: string): string {
  return fileURLToPath(new URL(file, DIST));
}

/** Name of a handler's declarations. */
export function declarationOf(handler: string): string {
  return `webhooks/${handler}.d.ts`;
}

/** Text of all declarations, without comments. */
export const DECLARED = readdirSync(DIST, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".d.ts"))
  .map((name) => readFileSync(new URL(name, DIST), "utf8").replace(/\/\*[^]*?\*\//g, ""))
  .join("");

/** Names that a declaration file exports and that exist at run time. */
export function exportedValues(entry: string): string[] {
  const file = program.getSourceFile(declarations(entry));
  const module = file && checker.getSymbolAtLocation(file);
  if (!module) throw new Error(`${entry} exports nothing`);
  const target = (symbol: ts.Symbol) =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return checker
    .getExportsOfModule(module)
    .filter((symbol) => target(symbol).flags & ts.SymbolFlags.Value)
    .map(({ name }) => name);
}

/** Members of an exported object, each with the text that an editor shows. */
export function membersOf(list: string): { name: string; doc: string }[] {
  const file = program.getSourceFile(declarations("index.d.ts"));
  const module = file && checker.getSymbolAtLocation(file);
  const exported = module && checker.getExportsOfModule(module).find(({ name }) => name === list);
  if (!exported) throw new Error(`there is no ${list}`);
  const members = checker.getTypeOfSymbol(checker.getAliasedSymbol(exported)).getProperties();
  return members.map((member) => ({
    name: member.name,
    doc: ts.displayPartsToString(member.getDocumentationComment(checker)),
  }));
}
