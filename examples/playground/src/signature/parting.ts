// Two signing strings, compared part by part: where they part, and which text the other side has for each field.

/** A part of billwire's signing string. */
export interface Part {
  readonly field: string;
  readonly text: string;
}

/** A piece of text, and whether both sides have it. */
export interface Piece {
  readonly text: string;
  readonly same: boolean;
}

/** A part, and what the other side has in its place. */
export interface Pair {
  readonly field: string;
  readonly own: readonly Piece[];
  readonly other: readonly Piece[];
  readonly same: boolean;
}

export interface Parting {
  readonly same: boolean;
  /** The part in which the first difference is; undefined if there is none. */
  readonly field: string | undefined;
  /** Place of the first difference, counted in characters from 1. */
  readonly at: number;
  readonly pairs: readonly Pair[];
  /** Text that the other side has between all parts. */
  readonly separator: string | undefined;
}

/** One step of the alignment: a character of each side, or of one side alone. */
type Step = readonly [own: string | undefined, other: string | undefined];

export function compare(parts: readonly Part[], other: string): Parting {
  const own = parts.map(({ text }) => text).join("");
  const steps = align([...own], [...other]);
  const separator = separatorOf(parts, other);
  const rows = separator === undefined ? rowsOf(parts, steps) : split(parts, other, separator);
  const pairs = rows.map(({ field, steps: row }) => pairOf(field, row));
  const at = steps.findIndex(([one, two]) => one !== two);
  return {
    same: own === other,
    field: at < 0 ? undefined : (pairs.find(({ same }) => !same)?.field ?? parts[1]?.field),
    at: at + 1,
    pairs,
    separator,
  };
}

interface Row {
  field: string;
  steps: Step[];
}

/** Deals the steps out to the parts. A character of the other side alone belongs to the part before it. */
function rowsOf(parts: readonly Part[], steps: readonly Step[]): Row[] {
  const rows: Row[] = parts.map(({ field }) => ({ field, steps: [] }));
  const left = parts.map(({ text }) => [...text].length);
  let row = 0;
  for (const step of steps) {
    if (step[0] !== undefined) {
      while (row < rows.length - 1 && left[row] === 0) row += 1;
      left[row] = (left[row] ?? 0) - 1;
    }
    rows[row]?.steps.push(step);
  }
  return rows;
}

/** The other side's text between parts: what splits it into as many parts. */
function separatorOf(parts: readonly Part[], other: string): string | undefined {
  const [first, second] = parts;
  if (first === undefined || second === undefined || !other.startsWith(first.text)) return undefined;
  const rest = other.slice(first.text.length);
  const separator = /^[^\p{L}\p{N}]{1,3}/u.exec(rest)?.[0] ?? "";
  const candidates = [...separator].map((_, at) => separator.slice(0, at + 1)).toReversed();
  return candidates.find((one) => other.split(one).length === textCount(parts, one));
}

function textCount(parts: readonly Part[], separator: string): number {
  return parts
    .map(({ text }) => text)
    .join(separator)
    .split(separator).length;
}

/** Parts of the other side, by its separator. */
function split(parts: readonly Part[], other: string, separator: string): Row[] {
  const texts = other.split(separator);
  let next = 0;
  return parts.map(({ field, text }) => {
    const count = text.split(separator).length;
    const theirs = texts.slice(next, next + count).join(separator);
    next += count;
    return { field, steps: align([...text], [...theirs]) };
  });
}

function pairOf(field: string, steps: readonly Step[]): Pair {
  const same = steps.every(([own, other]) => own === other);
  return { field, same, own: pieces(steps, 0), other: pieces(steps, 1) };
}

/** Neighbours that are alike become one piece. */
function pieces(steps: readonly Step[], side: 0 | 1): Piece[] {
  const made: { text: string; same: boolean }[] = [];
  for (const step of steps) {
    const text = step[side];
    if (text === undefined) continue;
    const same = step[0] === step[1];
    const last = made.at(-1);
    if (last?.same === same) last.text += text;
    else made.push({ text, same });
  }
  return made;
}

/** Longer texts are compared up to the first difference only. */
const MOST_CELLS = 4_000_000;

/** The alignment with the fewest changes. */
function align(own: readonly string[], other: readonly string[]): Step[] {
  const start = commonStart(own, other);
  const end = Math.min(commonStart(own.toReversed(), other.toReversed()), own.length - start, other.length - start);
  const middle = changes(own.slice(start, own.length - end), other.slice(start, other.length - end));
  const both = (text: string): Step => [text, text];
  return [...own.slice(0, start).map(both), ...middle, ...own.slice(own.length - end).map(both)];
}

function commonStart(own: readonly string[], other: readonly string[]): number {
  const at = own.findIndex((text, index) => text !== other[index]);
  return at < 0 ? own.length : at;
}

function changes(own: readonly string[], other: readonly string[]): Step[] {
  if (own.length * other.length > MOST_CELLS) return [...own.map(alone), ...other.map(added)];
  const width = other.length + 1;
  const costs = costsOf(own, other);
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < own.length || j < other.length) {
    const cost = costs[i * width + j] ?? 0;
    const [one, two] = [own[i], other[j]];
    const isPair = i < own.length && j < other.length;
    if (isPair && cost === (costs[(i + 1) * width + j + 1] ?? 0) + (one === two ? 0 : SWAP)) {
      steps.push([one, two]);
      [i, j] = [i + 1, j + 1];
    } else if (i < own.length && cost === (costs[(i + 1) * width + j] ?? 0) + 2) {
      steps.push(alone(one ?? ""));
      i += 1;
    } else {
      steps.push(added(two ?? ""));
      j += 1;
    }
  }
  return steps;
}

/** A changed character costs less than one taken away and one added. */
const SWAP = 3;

/** Costs of the rest, from each place of both texts. */
function costsOf(own: readonly string[], other: readonly string[]): Uint32Array {
  const width = other.length + 1;
  const costs = new Uint32Array((own.length + 1) * width);
  for (let i = own.length; i >= 0; i -= 1) {
    for (let j = other.length; j >= 0; j -= 1) {
      if (i === own.length || j === other.length) {
        costs[i * width + j] = 2 * (own.length - i + other.length - j);
        continue;
      }
      const swap = own[i] === other[j] ? 0 : SWAP;
      costs[i * width + j] = Math.min(
        (costs[(i + 1) * width + j + 1] ?? 0) + swap,
        (costs[(i + 1) * width + j] ?? 0) + 2,
        (costs[i * width + j + 1] ?? 0) + 2,
      );
    }
  }
  return costs;
}

const alone = (text: string): Step => [text, undefined];
const added = (text: string): Step => [undefined, text];
