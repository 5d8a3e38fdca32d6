// Settings of the provider, which apply to all tabs.
import { computed, signal } from "@preact/signals";
import type { WireProfile } from "billwire";

/** Typed JSON; empty for the defaults. */
export const settingsText = signal("");

/** Typed zone of the digits, the setting that differs most often; empty for that of the JSON. */
export const signingOffset = signal("");

const settings = computed(() => objectOf(settingsText.value));

/** Whether the text is a JSON object. */
export const isReadable = computed(() => settings.value !== undefined);

/** The profile as typed. billwire judges the values, so the type is only claimed. */
export const profile = computed<WireProfile>(() => ({
  ...settings.value,
  ...(signingOffset.value !== "" && { signingOffset: signingOffset.value }),
}));

function objectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
