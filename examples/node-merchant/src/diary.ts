import type { Ending } from "./settle.ts";
import type { NoticeResult } from "./webhook.ts";

/** A record of events for the progress line and the tables. Decisions use the books instead. */
export class Diary {
  readonly billed: number;
  readonly endings = new Map<string, Ending>();
  /** By `ref_id`: the result of each attempt, in order. */
  readonly attempts = new Map<string, string[]>();
  /** By `ref_id`: the result of each webhook, in order. Webhooks without a known bill are under undefined. */
  readonly notices = new Map<string | undefined, NoticeResult[]>();
  lookUps = 0;

  constructor(billed: number) {
    this.billed = billed;
  }

  attempted(refId: string, how: string): void {
    append(this.attempts, refId, how);
  }

  looked(): void {
    this.lookUps++;
  }

  ended(refId: string, ending: Ending): void {
    this.endings.set(refId, ending);
  }

  noticed(refId: string | undefined, result: NoticeResult): void {
    append(this.notices, refId, result);
  }

  countEndings(state: Ending["state"]): number {
    return [...this.endings.values()].filter((ending) => ending.state === state).length;
  }

  countNotices(result: NoticeResult): number {
    return [...this.notices.values()].flat().filter((each) => each === result).length;
  }
}

function append<Key, Item>(map: Map<Key, Item[]>, key: Key, item: Item): void {
  const items = map.get(key);
  if (items) items.push(item);
  else map.set(key, [item]);
}
