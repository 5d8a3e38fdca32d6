// The JSON body in a pasted text: the body itself, a cURL line, or an HTTP request.
import { wordsOf } from "./shell.ts";

/** The body, or why there is none. */
export type Body =
  { readonly kind: "body"; readonly text: string } | { readonly kind: "open_quotation" | "no_data" | "file" };

const DATA = new Set(["-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json"]);

/** Flags whose value is read from a file after `@`. */
const READS_FILES = new Set([...DATA].filter((flag) => flag !== "--data-raw"));

export function bodyIn(pasted: string): Body {
  const text = pasted.trim();
  if (/^(?:\$ )?curl(?:\.exe)?\s/.test(text)) return ofCurl(text);
  if (/^(?:POST|PUT|GET) \S/.test(text)) return ofRequest(text);
  return { kind: "body", text };
}

function ofCurl(line: string): Body {
  const words = wordsOf(line);
  if (words === undefined) return { kind: "open_quotation" };
  const data = words.flatMap((word, at) => {
    const [flag, value] = flagOf(word);
    return DATA.has(flag) ? [{ flag, value: value ?? words[at + 1] ?? "" }] : [];
  });
  if (data.length === 0) return { kind: "no_data" };
  if (data.some(({ flag, value }) => READS_FILES.has(flag) && value.startsWith("@"))) return { kind: "file" };
  return { kind: "body", text: data.map(({ value }) => value).join("") };
}

/** `--data=x`, `-dx` and `-d` with a word of its own. */
function flagOf(word: string): [string, string | undefined] {
  if (!word.startsWith("--")) return [word.slice(0, 2), word.slice(2) || undefined];
  const equals = word.indexOf("=");
  return equals < 0 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}

function ofRequest(text: string): Body {
  const [, body] = /\r?\n\r?\n([\s\S]*)$/.exec(text) ?? [];
  return body === undefined ? { kind: "no_data" } : { kind: "body", text: body };
}
