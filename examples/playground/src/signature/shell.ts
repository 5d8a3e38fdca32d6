// Words of a command line, as a shell reads them. Variables and substitutions stay as they are written.

const PIECE = /\$'((?:[^'\\]|\\[\s\S])*)'|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|(\s+)|([^\s'"\\])/gy;

/** Returns the words, or undefined if a quotation does not end. */
export function wordsOf(line: string): string[] | undefined {
  const source = line.includes('^"') ? withoutCarets(line) : line;
  const words: string[] = [];
  let word: string | undefined;
  let end = 0;
  for (const [piece, ansi, single, double, escaped, space, plain] of source.matchAll(PIECE)) {
    end += piece.length;
    if (space !== undefined || escaped === "\n") {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word =
        (word ?? "") + (single ?? plain ?? escaped ?? (ansi === undefined ? inDouble(double) : inAnsi(ansi)));
    }
  }
  if (end < source.length) return undefined;
  return word === undefined ? words : [...words, word];
}

/** Windows' cmd writes a caret before a special character, and at the end of a line. */
function withoutCarets(line: string): string {
  return line.replace(/\^(\r?\n|[\s\S])/g, (_, next: string) => (next.endsWith("\n") ? " " : next));
}

function inDouble(text = ""): string {
  return text.replace(/\\([\\"$`\n])/g, (_, next: string) => (next === "\n" ? "" : next));
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  a: "\x07",
};

function inAnsi(text: string): string {
  return text.replace(
    /\\(?:u([\da-f]{4})|x([\da-f]{2})|([\s\S]))/gi,
    (_, unit, byte, one: string | undefined) =>
      one === undefined ? String.fromCharCode(Number.parseInt(unit ?? byte, 16)) : (ESCAPES[one] ?? one),
  );
}
