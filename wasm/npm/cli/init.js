// `billwire init`: a merchant's first files.
import { constants, copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Refused, print, table, title } from "./output.js";

const TEMPLATES = fileURLToPath(new URL("templates/", import.meta.url));
/** Packages of each framework, its own first. Its handler is templates/webhook.<framework>.mjs. */
const FRAMEWORKS = {
  node: [],
  express: ["express"],
  fastify: ["fastify"],
  hono: ["hono", "@hono/node-server"],
  nest: ["@nestjs/common", "@nestjs/core", "@nestjs/platform-express", "reflect-metadata", "rxjs"],
  next: ["next", "react", "react-dom"],
};
const DRIVERS = { sqlite: "@libsql/client", postgresql: "pg" };

export const FRAMEWORK_NAMES = Object.keys(FRAMEWORKS);
export const DATABASES = Object.keys(DRIVERS);

export function init(framework = installed(), { dir, database, ...options }) {
  const files = {
    "schema.postgresql.sql": "schema.postgresql.sql",
    "schema.sqlite.sql": "schema.sqlite.sql",
    ".env.example": "env.example",
    ".gitignore": "gitignore",
    "merchant.mjs": "merchant.mjs",
    "database.mjs": `database.${database}.mjs`,
    "books.mjs": "books.mjs",
    "webhook.mjs": `webhook.${framework}.mjs`,
    "settle.mjs": "settle.mjs",
  };
  const written = [];
  const kept = [];
  for (const [name, template] of Object.entries(files)) {
    const file = join(dir, name);
    (copied(template, dir, file) ? written : kept).push(file);
  }
  print(options, { framework, database, written, kept, next: nextOf(framework, database, dir) }, true, show);
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

/** Whether the file was written. An existing one stays as it is. */
function copied(template, folder, file) {
  try {
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(TEMPLATES, template), file, constants.COPYFILE_EXCL);
    return true;
  } catch ({ code, syscall }) {
    if (code === "EEXIST" && syscall === "copyfile") return false;
    throw new Refused(`${file} cannot be written (${code})`);
  }
}

function nextOf(framework, database, dir) {
  const folder = relative(".", dir) || ".";
  const run = `node --env-file=${join(folder, ".env.example")}`;
  const route = `export { POST } from "../../${join(folder, "webhook.mjs")}";`;
  const server =
    framework === "next"
      ? [
          `cp ${join(folder, ".env.example")} .env`,
          `mkdir -p app/webhook && echo '${route}' > app/webhook/route.js`,
          "npx next dev",
        ]
      : [`${run} ${join(folder, "webhook.mjs")}`];
  const billwire = existsSync("node_modules/billwire") ? [] : ["billwire"];
  return [
    `npm install ${[...billwire, DRIVERS[database], ...FRAMEWORKS[framework]].join(" ")}`,
    ...(database === "postgresql"
      ? [`psql "$DATABASE_URL" -f ${join(folder, "schema.postgresql.sql")}`]
      : []),
    "npx billwire sandbox --port 8080 --webhook-url http://127.0.0.1:3000/webhook",
    ...server,
    `${run} ${join(folder, "settle.mjs")}`,
  ];
}

function show({ framework, database, written, kept, next }) {
  title(true, `files for ${framework} and ${database}`);
  table([...written.map((file) => ["written", file]), ...kept.map((file) => ["kept", file])]);
  console.log("\nNext, with the sandbox and the webhook's endpoint each in a terminal of its own:");
  for (const line of next) console.log(`  ${line}`);
}
