// The language of the page, and how its texts are declared: each text in both languages, side by side.
import { signal } from "@preact/signals-core";

/** The languages. */
export type Language = "en" | "km";

/** A text in every language. `{name}` is a hole to fill. */
export type Text = Readonly<Record<Language, string>>;

/** The names of the holes in a text. */
type Holes<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never;

type SameHoles<T extends Text> = [Holes<T["en"]>, Holes<T["km"]>] extends [Holes<T["km"]>, Holes<T["en"]>] ? T : never;

/** Declares texts. One that lacks a language, or a hole in one of them, does not compile. */
export function texts<const T extends Readonly<Record<string, Text>>>(
  table: T & { readonly [Key in keyof T]: SameHoles<T[Key]> },
): T {
  return table;
}

/** The language that is shown: at first the one that the browser asks for. */
export const language = signal<Language>(navigator.language.startsWith("km") ? "km" : "en");

/** A text in the language that is shown. */
export function say<T extends Text>(
  text: T,
  ...[fillings]: [Holes<T["en"]>] extends [never] ? [] : [Readonly<Record<Holes<T["en"]>, string | number>>]
): string {
  const template = text[language.value];
  return template.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const filling: unknown = fillings === undefined ? undefined : Reflect.get(fillings, name);
    return filling === undefined ? hole : String(filling);
  });
}
