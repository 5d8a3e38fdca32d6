// The language of the page, and the declaration of its texts in both languages.
import { signal } from "@preact/signals-core";

/** The languages. */
export type Language = "en" | "km";

export function isLanguage(code: string): code is Language {
  return code === "en" || code === "km";
}

/** A text in every language. `{name}` is a placeholder. */
export type Text = Readonly<Record<Language, string>>;

/** The names of a text's placeholders. */
type Holes<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never;

type SameHoles<T extends Text> = [Holes<T["en"]>, Holes<T["km"]>] extends [Holes<T["km"]>, Holes<T["en"]>] ? T : never;

/** Declares texts. A text that lacks a language or a placeholder does not compile. */
export function texts<const T extends Readonly<Record<string, Text>>>(
  table: T & { readonly [Key in keyof T]: SameHoles<T[Key]> },
): T {
  return table;
}

/** The displayed language; initially the browser's. */
export const language = signal<Language>(navigator.language.startsWith("km") ? "km" : "en");

/** Returns a text in the displayed language. */
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
