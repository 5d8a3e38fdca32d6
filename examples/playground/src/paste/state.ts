// The pasted bill, and what became of it.
import { batch, effect, signal } from "@preact/signals-core";
import { profile } from "../profile/state.ts";
import { bill, observedHash, others } from "../signature/state.ts";
import { type Pasted, type PastedBill, read } from "./bill.ts";

/** Typed or pasted text. It is emptied as soon as a bill was read, because it may hold credentials. */
export const pasted = signal("");

/** The result of the last text; undefined if there is none. */
export const result = signal<Pasted | undefined>(undefined);

/** Called after a bill was filled in. */
export const filledIn = signal(0);

effect(() => {
  const text = pasted.value;
  if (text.trim() === "") return;
  const found = read(text, Object.keys(bill), profile.peek());
  result.value = found;
  if (found.kind === "bill") fillIn(found);
});

function fillIn({ fields, hash, others: rest }: PastedBill): void {
  batch(() => {
    for (const [name, text] of Object.entries(bill)) text.value = fields[name] ?? "";
    others.value = rest;
    if (hash !== undefined) observedHash.value = hash;
    pasted.value = "";
    filledIn.value = filledIn.peek() + 1;
  });
}
