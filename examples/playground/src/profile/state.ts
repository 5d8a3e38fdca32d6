// Settings of the provider. Their names, types and documentation come from the package's declarations.
import { type Signal, computed, signal } from "@preact/signals-core";
import type { WireProfile } from "billwire";
import members from "virtual:settings";
import type { Member, Type } from "../../build/declarations.ts";

/** A setting with one value; a group, such as `successCodes`, has a setting for each member. */
export interface Setting {
  /** Path in the profile, such as `successCodes.settlement`. */
  path: string;
  doc: string;
  type: Exclude<Type, { kind: "object" }>;
  /** Typed text; empty for the default. */
  value: Signal<string>;
}

/** A setting of the profile, with the settings inside it. */
export interface Group {
  name: keyof WireProfile;
  doc: string;
  /** Whether the members stand under names of their own. */
  isObject: boolean;
  settings: readonly Setting[];
}

export const groups: readonly Group[] = members.map((member) => ({
  name: member.name as keyof WireProfile,
  doc: member.doc,
  isObject: member.type.kind === "object",
  settings: settingsOf(member, ""),
}));

const byPath = new Map(groups.flatMap(({ settings }) => settings).map((setting) => [setting.path, setting]));

/** The profile as typed. billwire judges the values, so the type is only claimed. */
export const profile = computed<WireProfile>(() => {
  const made: Record<string, unknown> = {};
  for (const { path, type, value } of byPath.values()) {
    if (value.value !== "") put(made, path.split("."), valueOf(type, value.value));
  }
  return made as WireProfile;
});

/** Names of the settings that differ from the default. */
export const changed = computed(() => Object.keys(profile.value));

/** Returns the typed text of a setting. It throws if the package has no such setting. */
export function textOf(path: string): Signal<string> {
  const setting = byPath.get(path);
  if (setting === undefined) throw new Error(`the package has no setting ${path}`);
  return setting.value;
}

/** Returns the typed text of a setting, if the package has it. */
export function findText(path: string): Signal<string> | undefined {
  return byPath.get(path)?.value;
}

export function resetProfile(): void {
  for (const { value } of byPath.values()) value.value = "";
}

function settingsOf({ name, doc, type }: Member, before: string): Setting[] {
  const path = `${before}${name}`;
  if (type.kind === "object") return type.members.flatMap((member) => settingsOf(member, `${path}.`));
  return [{ path, doc, type, value: signal("") }];
}

/** `[]` is the empty list, which differs from no list. */
function valueOf({ kind }: Setting["type"], text: string): unknown {
  if (kind === "flag") return text === "true";
  if (kind !== "texts" && kind !== "numbers") return text;
  if (text.trim() === "[]") return [];
  const items = text.split(/[,\n]/).map((item) => item.trim());
  const filled = items.filter((item) => item !== "");
  return kind === "texts" ? filled : filled.map((item) => (/^\d+$/.test(item) ? Number(item) : item));
}

function put(into: Record<string, unknown>, [name = "", ...rest]: string[], value: unknown): void {
  if (rest.length === 0) into[name] = value;
  else put((into[name] ??= {}) as Record<string, unknown>, rest, value);
}
