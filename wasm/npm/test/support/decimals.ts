// Exact decimals over BigInt, to compare results with.
import type { Code } from "billwire";

/** `coefficient` times ten to the power of `exponent`. */
export interface Exact {
  readonly coefficient: bigint;
  readonly exponent: number;
}

export function exact(text: string): Exact {
  const [, whole, fraction = "", power = "0"] = /^(-?\d+)(?:\.(\d+))?(?:E([+-]?\d+))?$/i.exec(text) ?? [];
  if (whole === undefined) throw new Error(`${text} is no number`);
  // The minus of a negative number with a zero integer part.
  return { coefficient: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

export function product(a: Exact, b: Exact): Exact {
  return { coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent };
}

export function sum(a: Exact, b: Exact): Exact {
  const exponent = Math.min(a.exponent, b.exponent);
  return { coefficient: shifted(a, exponent) + shifted(b, exponent), exponent };
}

export function negated({ coefficient, exponent }: Exact): Exact {
  return { coefficient: -coefficient, exponent };
}

/** Same value with another exponent; undefined if a digit would be lost. */
export function rescaled(value: Exact, exponent: number): Exact | undefined {
  if (exponent <= value.exponent) return { coefficient: shifted(value, exponent), exponent };
  const power = 10n ** BigInt(exponent - value.exponent);
  return value.coefficient % power === 0n ? { coefficient: value.coefficient / power, exponent } : undefined;
}

function shifted({ coefficient, exponent }: Exact, to: number): bigint {
  return coefficient * 10n ** BigInt(exponent - to);
}

/** Limits that text in plain notation exceeds: 34 digits, and 34 places. */
export function broken(text: string): Code | undefined {
  const [whole = "", places = ""] = text.replace("-", "").split(".");
  if ((whole + places).replace(/^0+/, "").length > 34) return "too_many_digits";
  return places.length > 34 ? "out_of_range" : undefined;
}

/** Plain notation, with the digits it has. */
export function plain({ coefficient, exponent }: Exact): string {
  if (exponent >= 0) return String(coefficient * 10n ** BigInt(exponent));
  const [sign, size] = coefficient < 0n ? ["-", -coefficient] : ["", coefficient];
  const digits = String(size).padStart(1 - exponent, "0");
  return `${sign}${digits.slice(0, exponent)}.${digits.slice(exponent)}`;
}

/** Plain notation, without zeros at the end of the fraction. */
export function normalized(value: Exact): string {
  const text = plain(value);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
