// The language of the page, and its texts: a JSON file for each language.
import { signal } from "@preact/signals";
import en from "./texts/en.json";
import km from "./texts/km.json";

export type Language = "en" | "km";

export type TextName = keyof typeof en;

/** All texts. A language that lacks one does not compile. `{name}` is a placeholder. */
export const TEXTS: Readonly<Record<Language, Readonly<Record<TextName, string>>>> = { en, km };

/** The displayed language; initially the browser's. */
export const language = signal<Language>(navigator.language.startsWith("km") ? "km" : "en");

/** Returns a text in the displayed language. */
export function say(name: TextName, values: Readonly<Record<string, string | number>> = {}): string {
  return TEXTS[language.value][name].replace(/\{(\w+)\}/g, (hole, key: string) =>
    String(values[key] ?? hole),
  );
}
