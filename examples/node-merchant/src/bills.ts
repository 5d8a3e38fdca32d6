import { readFile } from "node:fs/promises";
import type { Onboarding, Settlement } from "billwire";

/** One bill of the file; the amount is a plain number there, which billwire takes up to 2^53-1. */
export type Bill = Settlement & { total_amount: number };

export interface BillsFile {
  sub_billers: Onboarding[];
  bills: Bill[];
}

/** Reads the file as it is: whether a bill is valid is for billwire to say, when the bill is prepared. */
export async function readBills(path: string): Promise<BillsFile> {
  return JSON.parse(await readFile(path, "utf8")) as BillsFile;
}
