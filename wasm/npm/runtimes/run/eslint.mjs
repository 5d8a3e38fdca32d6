// eslint-plugin-import with its own resolver, which does not read `exports`, finds every entry.
import { ESLint } from "eslint";
import plugin from "eslint-plugin-import";

const RULES = { "import/no-unresolved": ["error", { commonjs: true }], "import/named": "error" };
const linter = new ESLint({
  overrideConfigFile: true,
  overrideConfig: [{ plugins: { import: plugin }, rules: RULES }],
});
const filePath = "work/linted.mjs";

const source = (path, name) => `import { ${name} } from "billwire${path}";\nexport { ${name} };\n`;
const right = [
  ["", "sign"],
  ["/slim", "load"],
  ["/explain", "explainSignature"],
  ["/testing", "Simulator"],
];
for (const [path, name] of right) {
  const complaints = await complaintsOf(source(path, name));
  if (complaints.length > 0) throw new Error(`billwire${path}: ${complaints.join("; ")}`);
}
const [complaint] = await complaintsOf(source("/none", "sign"));
if (!complaint?.includes("billwire/none")) throw new Error("an entry that does not exist is resolved");

async function complaintsOf(text) {
  const [{ messages }] = await linter.lintText(text, { filePath });
  return messages.map(({ message }) => message);
}
