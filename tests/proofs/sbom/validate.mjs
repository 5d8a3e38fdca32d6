// Holds bills of materials against the schema of the version that they name.
// usage: node validate.mjs FILE…
import { readFileSync } from "node:fs";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";

for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, "utf8");
  const { specVersion } = JSON.parse(text);
  const version = Object.values(Spec.Version).find((known) => known === specVersion);
  if (!version) throw new Error(`${file} is of version ${specVersion}, which nobody knows`);
  const errors = await new Validation.JsonStrictValidator(version).validate(text);
  if (errors !== null) {
    console.error(file, JSON.stringify(errors, undefined, 1));
    process.exitCode = 1;
  }
}
