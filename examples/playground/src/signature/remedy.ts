// The setting that makes billwire agree with the other side: read from a cause, applied, and taken back.
import { type Signal, signal } from "@preact/signals-core";
import { findText } from "../profile/state.ts";
import { hashToken } from "./state.ts";

/** A change of the form. */
export interface Remedy {
  /** The setting's name. */
  readonly name: string;
  /** Its value in words; undefined for a secret. */
  readonly value: string | undefined;
  readonly target: Signal<string>;
  readonly text: string;
}

/** The last applied remedy, and the text before. */
export const applied = signal<(Remedy & { readonly before: string }) | undefined>(undefined);

/** Reads a cause's setting, such as `signingOffset: "+07:00"`. */
export function remedyOf(setting: string): Remedy | undefined {
  const [, name = "", json = ""] = /^(\w+): (".*")$/.exec(setting) ?? [];
  if (name !== "") return remedyFor(name, String(JSON.parse(json)));
  const trimmed = hashToken.value.trim();
  const isKey = setting.startsWith("hashToken ") && trimmed !== hashToken.value;
  return isKey ? { name: "hashToken", value: undefined, target: hashToken, text: trimmed } : undefined;
}

/** The change of a setting, if the package has it. */
export function remedyFor(name: string, text: string): Remedy | undefined {
  const target = findText(name);
  return target && { name, value: text, target, text };
}

export function apply(remedy: Remedy): void {
  applied.value = { ...remedy, before: remedy.target.peek() };
  remedy.target.value = remedy.text;
}

export function takeBack(): void {
  const last = applied.peek();
  if (last !== undefined) last.target.value = last.before;
  applied.value = undefined;
}
