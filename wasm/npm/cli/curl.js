// The body in a cURL line, such as a browser or a log shows it.
import { Refused } from "./output.js";

const DATA = ["-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json"];

export function bodyOfCurl(line) {
  const words = wordsOf(line);
  for (const [index, word] of words.entries()) {
    const [name, joined] = word.startsWith("--")
      ? split(word)
      : [word.slice(0, 2), word.slice(2) || undefined];
    if (!DATA.includes(name)) continue;
    const data = joined ?? words[index + 1];
    if (data === undefined || data.startsWith("@"))
      throw new Refused("the cURL line names a file: pass its content with --bill");
    return data;
  }
  throw new Refused("the cURL line has no --data");
}

function split(word) {
  const at = word.indexOf("=");
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

const PART = /\$'((?:[^'\\]|\\.)*)'|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(\r?\n|.)|([^\s'"\\]+)|(\s+)/gsy;

/** Words of a line as a POSIX shell reads them, without its variables and substitutions. */
function wordsOf(line) {
  const words = [];
  let word;
  PART.lastIndex = 0;
  while (PART.lastIndex < line.length) {
    const found = PART.exec(line);
    if (found === null) throw new Refused("the cURL line ends inside a quotation");
    const [, ansi, single, double, escaped, plain, space] = found;
    if (space !== undefined || /^\r?\n$/.test(escaped ?? "")) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const text =
      ansi !== undefined
        ? ansiOf(ansi)
        : (single ??
          double?.replace(/\\(["\\$`\n])/g, (_, one) => (one === "\n" ? "" : one)) ??
          escaped ??
          plain);
    word = (word ?? "") + text;
  }
  return word === undefined ? words : [...words, word];
}

const ANSI = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

function ansiOf(text) {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))/gs, (_, unit, byte, one) => {
    return one === undefined ? String.fromCharCode(parseInt(unit ?? byte, 16)) : (ANSI[one] ?? one);
  });
}
