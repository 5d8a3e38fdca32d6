import Table from "cli-table3";

/** A plain table without rules: words in the first and the last column, numbers between. */
export function newTable(head: readonly string[]): InstanceType<typeof Table> {
  const colAligns = head.map((_, index) => (index === 0 || index === head.length - 1 ? "left" : "right"));
  const chars = { mid: "", "left-mid": "", "mid-mid": "", "right-mid": "" };
  return new Table({ head: [...head], colAligns, chars, style: { head: [], border: [] } });
}
