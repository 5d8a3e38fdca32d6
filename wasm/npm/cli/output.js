// Output of the commands: tables with colours, or JSON.
import { styleText } from "node:util";

/** Wrong use, with a sentence for the user. */
export class Refused extends Error {}

/** Ctrl-C at a prompt. */
export class Cancelled extends Error {}

/** Characters that change what a terminal shows: controls, marks without width, and those that turn the direction. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

const hasColours = () => process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb";

export function paint(style, text) {
  return hasColours() ? styleText(style, text) : text;
}

/** Prints a value as JSON, or by `show`, and sets the exit code. */
export function print({ json }, value, isGood, show) {
  if (json) console.log(jsonOf(value, 2));
  else show(value);
  process.exitCode = isGood ? 0 : 1;
}

/** Prints rows with aligned columns. Control characters of foreign text do not reach the terminal. */
export function table(rows) {
  const texts = rows.map((row) => row.map((cell) => printable(String(cell ?? ""))));
  const widths = texts[0]?.map((_, column) => Math.max(...texts.map((row) => row[column].length))) ?? [];
  for (const row of texts) {
    const cells = row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column])));
    console.log(`  ${[paint("dim", cells[0]), ...cells.slice(1)].join("  ")}`);
  }
}

export function title(isGood, text) {
  console.log(paint(isGood ? "green" : "red", `${isGood ? "✓" : "✗"} ${printable(text)}`));
}

export function fail(text) {
  console.error(`error: ${printable(text)}`);
}

export function printable(text) {
  return text.replace(UNPRINTABLE, escaped);
}

/** JSON in which only line ends are not escaped. */
export function jsonOf(value, indent) {
  return JSON.stringify(value, null, indent).replace(UNPRINTABLE, (character) =>
    character === "\n" ? character : escaped(character),
  );
}

function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Members of an error that a program would act on. */
export function errorOf({
  kind,
  code,
  message,
  nextStep,
  violations,
  responseCode,
  messageEn,
  messageKh,
  httpStatus,
  docUrl,
}) {
  return {
    kind,
    code,
    message,
    nextStep,
    violations,
    responseCode,
    messageEn,
    messageKh,
    httpStatus,
    docUrl,
  };
}

export function showError(error) {
  title(false, error.message);
  table(
    [
      ["kind", error.kind],
      ["code", error.code],
      ["next step", error.nextStep],
      ["service's code", error.responseCode],
      ["message", error.messageEn],
      ["see", error.docUrl],
    ].filter(([, value]) => value),
  );
  if (error.response) table([["reply", `HTTP ${error.response.status}`]]);
  table(error.violations.map(({ path, code, explanation }) => [path || "(whole)", code, explanation]));
}
