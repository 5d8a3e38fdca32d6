import { readFile } from "node:fs/promises";
import type { Onboarding, Settlement } from "billwire";

/** One bill of the file. Its amount is a plain number, which billwire accepts up to 2^53-1. */
export type Bill = Settlement & { total_amount: number };

export interface BillsFile {
  sub_billers: Onboarding[];
  bills: Bill[];
}

/** Reads the file without checks. billwire validates each bill when it is prepared. */
export async function readBills(path: string): Promise<BillsFile> {
  return JSON.parse(await readFile(path, "utf8")) as BillsFile;
}
