// Prints the public types of a package: for each entry its re-exports, then every exported name with its declaration, one
// member a line, sorted and without comments. Names of an earlier entry are not printed again.
// usage: node surface.mjs FOLDER_OF_TYPESCRIPT FOLDER_OF_PACKAGE
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [compiler, folder] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(compiler);
const entries = Object.entries(JSON.parse(readFileSync(resolve(folder, "package.json"), "utf8")).exports);
const files = new Map(entries.filter(([, entry]) => entry.types).map(([name, entry]) => [name, resolve(folder, entry.types.default)]));
const options = { noEmit: true, skipLibCheck: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 };
const program = ts.createProgram([...files.values()], options);
const checker = program.getTypeChecker();
const printer = ts.createPrinter({ removeComments: true });
const seen = new Set();

for (const [name, file] of files) print(name, program.getSourceFile(file));

function print(entry, file) {
  const module = file && checker.getSymbolAtLocation(file);
  if (!module) throw new Error(`the types of ${entry} are not there or export nothing`);
  console.log(`# ${entry}`);
  for (const statement of file.statements.filter(ts.isExportDeclaration)) console.log(text(statement));
  const names = checker.getExportsOfModule(module).sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const exported of names) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    for (const declaration of symbol.declarations.filter((one) => !seen.has(one))) {
      seen.add(declaration);
      for (const line of lines(declaration)) console.log(line);
    }
  }
}

/** The members of a class or an interface stand in lines of their own; anything else is one. */
function lines(node) {
  if (!ts.isClassDeclaration(node) && !ts.isInterfaceDeclaration(node)) return [text(owner(node))];
  const name = node.name.text;
  const parents = (node.heritageClauses ?? []).map(text);
  const kind = ts.isClassDeclaration(node) ? "class" : "interface";
  const parameters = node.typeParameters ? `<${node.typeParameters.map(text).join(", ")}>` : "";
  const members = node.members.filter((member) => !isHidden(member)).map((member) => `${name}: ${text(member)}`);
  return [[kind, name + parameters, ...parents].join(" "), ...members];
}

/** The modifiers of a variable belong to its statement. */
function owner(node) {
  return ts.isVariableDeclaration(node) ? node.parent.parent : node;
}

/** Keeps private constructors: without one, the class has a public constructor. */
function isHidden(member) {
  if (ts.isConstructorDeclaration(member)) return false;
  return (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) !== 0 || (member.name !== undefined && ts.isPrivateIdentifier(member.name));
}

function text(node) {
  return printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()).replace(/\s+/g, " ").trim();
}
