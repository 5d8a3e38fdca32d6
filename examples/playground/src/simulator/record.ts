// Messages and your side's decisions, in order.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Tone } from "../ui.tsx";

/** A message from one side to the other. */
export interface Arrow {
  kind: "arrow";
  from: "merchant" | "service";
  /** Its first line, shortened. */
  title: string;
  /** A remark on its delivery, such as that it was lost. */
  remark?: () => string;
  /** The full text. */
  wire: string;
  isLost?: boolean;
  /** The service's clock. */
  at: number;
}

/** A decision of your side. */
export interface Note {
  kind: "note";
  tone: Tone;
  /** Its text in the displayed language. */
  text: () => ComponentChildren;
}

export const entries = signal<readonly (Arrow | Note)[]>([]);

export function draw(arrow: Omit<Arrow, "kind">): void {
  entries.value = [...entries.peek(), { kind: "arrow", ...arrow }];
}

export function note(tone: Tone, text: () => ComponentChildren): void {
  entries.value = [...entries.peek(), { kind: "note", tone, text }];
}

/** The time of day in UTC. The date of the simulator's clock does not matter. */
export function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19);
}
