// Messages and your side's decisions, in order.
import { signal } from "@preact/signals-core";
import { type Child, push } from "../dom.ts";
import type { Tone } from "../ui/parts.ts";

export type Side = "merchant" | "service";

/** A message from one side to the other. */
export interface Arrow {
  kind: "arrow";
  from: Side;
  /** Its first line, shortened. */
  title: string;
  /** A remark on its delivery, such as that it was lost. */
  remark: () => string;
  /** The full text. */
  wire: string;
  arrives: boolean;
  /** The service's clock. */
  at: number;
}

/** A decision of your side. */
export interface Note {
  kind: "note";
  tone: Tone;
  text: () => Child;
}

export const entries = signal<readonly (Arrow | Note)[]>([]);

export function draw(arrow: Omit<Arrow, "kind">): void {
  push(entries, { kind: "arrow", ...arrow });
}

export function note(tone: Tone, text: () => Child): void {
  push(entries, { kind: "note", tone, text });
}
