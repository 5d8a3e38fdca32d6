// Tab and language in the address, such as `#webhook/km`. Nothing else is ever written there.
import { type Signal, effect } from "@preact/signals-core";
import { type Language, isLanguage, language } from "./texts/language.ts";

/** Shows what the address says, and keeps it up to date after the first choice. */
export function followAddress(tab: Signal<string>, tabs: readonly string[]): void {
  const read = () => {
    const [name = "", code = ""] = location.hash.slice(1).split("/");
    if (tabs.includes(name)) tab.value = name;
    if (isLanguage(code)) language.value = code;
  };
  read();
  addEventListener("hashchange", read);
  let first = true;
  effect(() => {
    const address = addressOf(tab.value, language.value);
    if (!first && location.hash !== address) history.replaceState(null, "", address);
    first = false;
  });
}

function addressOf(tab: string, code: Language): string {
  return `#${tab}/${code}`;
}
