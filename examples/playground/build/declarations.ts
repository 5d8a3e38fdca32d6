// Reads TypeScript declarations as the package has them: just enough for the settings.

/** Type of a member. */
export type Type =
  | { kind: "text" }
  | { kind: "choice"; values: readonly string[] }
  | { kind: "flag" }
  | { kind: "texts" }
  | { kind: "numbers" }
  | { kind: "object"; members: readonly Member[] };

/** Member of an interface. */
export interface Member {
  name: string;
  doc: string;
  type: Type;
}

/** Tokens: a doc comment, a comment, a text, a name, or one character. */
const TOKEN = /\s+|\/\*\*([\s\S]*?)\*\/|\/\/.*|"((?:[^"\\]|\\.)*)"|([A-Za-z_$][\w$]*)|(.)/gy;

/** A single number has no field yet. */
type Found = Type | { kind: "number" };

type Token = { doc: string } | { text: string } | { word: string } | { sign: string };

/** Returns the members of an interface. It throws for a type that the form has no field for. */
export function membersOf(source: string, name: string): Member[] {
  return new Reader(source).interface(name);
}

class Reader {
  private readonly source: string;
  private tokens: Token[] = [];

  constructor(source: string) {
    this.source = source;
  }

  interface(name: string): Member[] {
    this.tokens = this.after(new RegExp(`\\binterface ${name} \\{`));
    return this.members();
  }

  private after(start: RegExp): Token[] {
    const found = start.exec(this.source);
    if (found === null) throw new Error(`the package declares no ${start.source}`);
    return tokensOf(this.source.slice(found.index + found[0].length));
  }

  private members(): Member[] {
    const members: Member[] = [];
    let doc = "";
    for (let token = this.tokens.shift(); token !== undefined; token = this.tokens.shift()) {
      if ("doc" in token) doc = plain(token.doc);
      else if ("word" in token && token.word !== "readonly") {
        const kinds = this.union();
        members.push({ name: token.word, doc, type: typeOf(token.word, kinds) });
      } else if ("sign" in token && token.sign === "}") return members;
    }
    throw new Error("a declaration has no end");
  }

  /** Alternatives of a member's type, up to its semicolon. */
  private union(): Found[] {
    const types: Found[] = [];
    let texts: string[] = [];
    for (let token = this.tokens.shift(); token !== undefined; token = this.tokens.shift()) {
      if ("text" in token) texts.push(token.text);
      else if ("word" in token) {
        const type = this.named(token.word);
        if (type?.kind === "choice") texts = [...texts, ...type.values];
        else if (type !== undefined) types.push(type);
      } else if ("sign" in token) {
        if (token.sign === ";") break;
        if (token.sign === "{") types.push({ kind: "object", members: this.members() });
        if (token.sign === "[") types.push(listOf(types.pop()));
      }
    }
    return texts.length > 0 ? [...types, { kind: "choice", values: texts }] : types;
  }

  private named(word: string): Found | undefined {
    switch (word) {
      case "null":
      case "undefined":
      case "readonly":
        return undefined;
      case "string":
        return { kind: "text" };
      case "number":
        return { kind: "number" };
      case "boolean":
        return { kind: "flag" };
    }
    const alias = new RegExp(`\\btype ${word} =([^;]*;)`).exec(this.source);
    if (alias === null) return { kind: "object", members: new Reader(this.source).interface(word) };
    const inner = new Reader(this.source);
    inner.tokens = tokensOf(alias[1] ?? "");
    return typeOf(word, inner.union());
  }
}

function typeOf(name: string, types: readonly Found[]): Type {
  const [type, ...others] = types;
  if (type === undefined || type.kind === "number" || others.length > 0)
    throw new Error(`the form has no field for the type of ${name}`);
  return type;
}

function listOf(type: Found | undefined): Type {
  if (type?.kind === "text") return { kind: "texts" };
  if (type?.kind === "number") return { kind: "numbers" };
  throw new Error("the form has no field for this list");
}

function tokensOf(source: string): Token[] {
  return [...source.matchAll(TOKEN)].flatMap(([, doc, text, word, sign]): Token[] => {
    if (doc !== undefined) return [{ doc }];
    if (text !== undefined) return [{ text }];
    if (word !== undefined) return [{ word }];
    return sign === undefined ? [] : [{ sign }];
  });
}

/** Text of a doc comment in one line. */
function plain(doc: string): string {
  return doc
    .replace(/^\s*\*/gm, "")
    .replace(/\{@link (\w+)\}/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
