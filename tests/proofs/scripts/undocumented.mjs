// Counts the public members of a declaration file, and of those it re-exports, that have no doc comment.
// usage: node undocumented.mjs FOLDER_OF_TYPESCRIPT FILE.d.ts
import { createRequire } from "node:module";
import { relative, dirname, resolve } from "node:path";

const [compiler, entry] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(compiler);
const program = ts.createProgram([entry], { noEmit: true, skipLibCheck: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 });
const checker = program.getTypeChecker();
const root = dirname(resolve(entry));
const own = (node) => resolve(node.getSourceFile().fileName).startsWith(root);

const file = program.getSourceFile(entry);
const module = file && checker.getSymbolAtLocation(file);
if (!module) throw new Error(`${entry} is not there or exports nothing`);

const seen = new Set();
const missing = [];
for (const exported of checker.getExportsOfModule(module)) {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  for (const declaration of symbol.declarations ?? []) visit(declaration, exported.name);
}
for (const { name, node } of missing) {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  console.log(`${relative(root, source.fileName)}:${line + 1} ${name}`);
}
console.log(`${seen.size} public members, ${missing.length} undocumented`);
process.exitCode = missing.length > 0 || seen.size === 0 ? 1 : 0;

/** Looks at a declaration and at everything that can be written after it with a dot. */
function visit(node, name) {
  if (seen.has(node) || !own(node) || hidden(node)) return;
  seen.add(node);
  if (!documented(node)) missing.push({ name, node });
  descend(node, name);
}

/** Members of classes, interfaces and enums, and of type literals wherever they stand: in unions, arguments, results. */
function descend(node, name) {
  ts.forEachChild(node, (child) => {
    if (ts.isClassElement(child) || ts.isTypeElement(child) || ts.isEnumMember(child)) visit(child, `${name}.${label(child)}`);
    else descend(child, name);
  });
}

function hidden(node) {
  const modifiers = ts.getCombinedModifierFlags(node);
  return (modifiers & ts.ModifierFlags.Private) !== 0 || (node.name !== undefined && ts.isPrivateIdentifier(node.name));
}

function documented(node) {
  // The comment of `export const x` belongs to the whole statement.
  const owner = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const comments = ts.getJSDocCommentsAndTags(owner).filter(ts.isJSDoc);
  return comments.some((comment) => (ts.getTextOfJSDocComment(comment.comment) ?? "").trim() !== "" || (comment.tags?.length ?? 0) > 0);
}

function label(node) {
  if (node.name) return node.name.getText();
  return ts.isConstructorDeclaration(node) ? "constructor" : ts.SyntaxKind[node.kind];
}
