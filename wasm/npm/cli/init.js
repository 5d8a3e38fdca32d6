// `billwire init`: a merchant's first files.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Refused, print, table, title } from "./output.js";

const TEMPLATES = fileURLToPath(new URL("templates/", import.meta.url));
/** Packages of each framework, its own first. Its handler is templates/webhook.<framework>. */
const FRAMEWORKS = {
  node: [],
  express: ["express"],
  fastify: ["fastify"],
  hono: ["hono", "@hono/node-server"],
  nest: ["@nestjs/common", "@nestjs/core", "@nestjs/platform-express", "reflect-metadata", "rxjs"],
  next: ["next", "react", "react-dom"],
};
const DRIVERS = { sqlite: "@libsql/client", postgresql: "pg" };
/** Packages for TypeScript: the first two always, declarations of others with them. */
const TYPES = ["tsx", "@types/node"];
const TYPES_OF = { express: "@types/express", pg: "@types/pg" };
/** Programs to run. The other modules are imported, in a project on Next by its own bundler. */
const PROGRAMS = ["onboard", "settle", "jobs", "reconcile"];
const MODULES = [
  "merchant",
  "database",
  "bills",
  "payments",
  "shops",
  "settling",
  "asking",
  "day",
  "webhook",
];

export const FRAMEWORK_NAMES = Object.keys(FRAMEWORKS);
export const DATABASES = Object.keys(DRIVERS);

export function init(framework = installed(), { dir, database, ...options }) {
  const language = existsSync("tsconfig.json") ? "TypeScript" : "JavaScript";
  const written = [];
  const kept = [];
  for (const [name, text] of filesOf({ framework, database, language })) {
    const file = join(dir, name);
    (wrote(text, dir, file) ? written : kept).push(file);
  }
  const next = nextOf({ framework, database, language, dir });
  print(options, { framework, database, language, written, kept, next }, true, show);
}

/** Framework in the package.json of the current folder. */
function installed() {
  try {
    const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    const known = Object.entries(FRAMEWORKS).reverse();
    return known.find(([, [name]]) => Object.hasOwn(dependencies, name ?? ""))?.[0] ?? "node";
  } catch {
    return "node";
  }
}

/** Names and texts of the files. */
function filesOf({ framework, database, language }) {
  const extension = language === "TypeScript" ? "mts" : "mjs";
  // Next's bundler finds no `.mts` for an import of `.mjs`.
  const isBundled = framework === "next" && language === "TypeScript";
  const own = { database: `database.${database}`, webhook: `webhook.${framework}` };
  const code = [...MODULES, ...PROGRAMS].map((name) => {
    const text = templateOf(`${own[name] ?? name}.${extension}`);
    if (!isBundled) return [`${name}.${extension}`, text];
    const bundled = text.replace(/("\.\/[a-z]+)\.mjs"/g, '$1"');
    return [PROGRAMS.includes(name) ? `${name}.mts` : `${name}.ts`, bundled];
  });
  const env = templateOf("env.example") + (database === "postgresql" ? templateOf("env.postgresql") : "");
  return [
    ["schema.sql", templateOf(`schema.${database}.sql`)],
    [".env.example", env],
    [".env", env],
    [".gitignore", templateOf("gitignore")],
    ...code,
  ];
}

function templateOf(name) {
  return readFileSync(join(TEMPLATES, name), "utf8");
}

/** Whether the file was written. An existing one stays as it is. */
function wrote(text, folder, file) {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text, { flag: "wx" });
    return true;
  } catch ({ code, syscall }) {
    if (code === "EEXIST" && syscall === "open") return false;
    const isFile = syscall === "mkdir" && ["EEXIST", "ENOTDIR"].includes(code);
    throw new Refused(
      isFile ? `${folder} is or lies in a file: give --dir a folder` : `${file} cannot be written (${code})`,
    );
  }
}

function nextOf({ framework, database, language, dir }) {
  const folder = relative(".", dir) || ".";
  const isTyped = language === "TypeScript";
  const run = `${isTyped ? "npx tsx" : "node"} --env-file=${join(folder, ".env")}`;
  const program = (name) => `${run} ${join(folder, `${name}.${isTyped ? "mts" : "mjs"}`)}`;
  const route = `export { POST } from "../../${join(folder, isTyped ? "webhook" : "webhook.mjs")}";`;
  const server =
    framework === "next"
      ? [
          `cp ${join(folder, ".env")} .env`,
          `mkdir -p app/webhook && echo '${route}' > app/webhook/route.${isTyped ? "ts" : "js"}`,
          "npx next dev",
        ]
      : [program("webhook")];
  return [
    ...installOf(["billwire", DRIVERS[database], ...FRAMEWORKS[framework]], isTyped),
    ...(database === "postgresql"
      ? [`(. ./${join(folder, ".env")} && psql "$DATABASE_URL" -f ${join(folder, "schema.sql")})`]
      : []),
    "npx billwire sandbox --port 8080 --webhook-url http://127.0.0.1:3000/webhook",
    ...server,
    program("onboard"),
    program("settle"),
    program("jobs"),
    program("reconcile"),
  ];
}

/** Commands that install what is not there. */
function installOf(packages, isTyped) {
  const missing = (names) => names.filter((name) => !existsSync(join("node_modules", name)));
  const types = isTyped ? [...TYPES, ...packages.flatMap((name) => TYPES_OF[name] ?? [])] : [];
  const [needed, typed] = [missing(packages), missing(types)];
  return [
    ...(needed.length > 0 ? [`npm install ${needed.join(" ")}`] : []),
    ...(typed.length > 0 ? [`npm install --save-dev ${typed.join(" ")}`] : []),
  ];
}

function show({ framework, database, language, written, kept, next }) {
  title(true, `files for ${framework} and ${database}, in ${language}`);
  table([...written.map((file) => ["written", file]), ...kept.map((file) => ["kept", file])]);
  console.log("\nNext, with the sandbox and the webhook's endpoint each in a terminal of its own:");
  for (const line of next) console.log(`  ${line}`);
  if (language === "TypeScript" && hasNoTypes())
    console.log(
      '\nYour tsconfig.json has an empty list of types. For the type check, give it "types": ["node"].',
    );
}

/** Whether the tsconfig.json is as `tsc --init` makes it, which then finds no declarations of Node. */
function hasNoTypes() {
  return /^\s*"types":\s*\[\s*\]/m.test(readFileSync("tsconfig.json", "utf8"));
}
