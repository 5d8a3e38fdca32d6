// Declarations of the package, read with the compiler.
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { DIST } from "./models.ts";

const root = fileURLToPath(DIST);
const HANDLERS = ["express", "fastify", "hono", "nest", "web"].map((name) => `webhooks/${name}.d.ts`);
const program = ts.createProgram(["index.d.ts", "slim.d.ts", "fetch.d.ts", ...HANDLERS, "testing/index.d.ts"].map(declarations), {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: [],
});
const checker = program.getTypeChecker();
const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(root));

function declarations(file: string): string {
  return fileURLToPath(new URL(file, DIST));
}

/** Names that a declaration file exports and that exist at run time. */
export function exportedValues(entry: string): string[] {
  const file = program.getSourceFile(declarations(entry));
  const module = file && checker.getSymbolAtLocation(file);
  if (!module) throw new Error(`${entry} exports nothing`);
  const target = (symbol: ts.Symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  return checker.getExportsOfModule(module).filter((symbol) => target(symbol).flags & ts.SymbolFlags.Value).map(({ name }) => name);
}

/** Every place of the declarations with the type `any`, and the number of checked places. */
export function anyPlaces(): { places: number; found: string[] } {
  const found: string[] = [];
  let places = 0;
  const look = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || isDeclared(node)) {
      places++;
      if (checker.getTypeAtLocation(node).flags & ts.TypeFlags.Any) found.push(node.getText());
    }
    if (ts.isFunctionLike(node) && !ts.isSetAccessor(node)) {
      const signature = checker.getSignatureFromDeclaration(node);
      if (signature && checker.getReturnTypeOfSignature(signature).flags & ts.TypeFlags.Any) found.push(node.getText());
    }
    ts.forEachChild(node, look);
  };
  own.forEach(look);
  return { places, found };
}

function isDeclared(node: ts.Node): boolean {
  return ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isParameter(node) || ts.isVariableDeclaration(node);
}

/** Members of an exported object, each with the text that an editor shows. */
export function membersOf(list: string): { name: string; doc: string }[] {
  const file = program.getSourceFile(declarations("index.d.ts"));
  const module = file && checker.getSymbolAtLocation(file);
  const exported = module && checker.getExportsOfModule(module).find(({ name }) => name === list);
  if (!exported) throw new Error(`there is no ${list}`);
  const members = checker.getTypeOfSymbol(checker.getAliasedSymbol(exported)).getProperties();
  return members.map((member) => ({ name: member.name, doc: ts.displayPartsToString(member.getDocumentationComment(checker)) }));
}
