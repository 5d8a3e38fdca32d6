import { SingleBar } from "cli-progress";
import type { Diary } from "./diary.ts";

/** A progress line. Without a terminal, it prints a line every few seconds. */
export function showProgress(diary: Diary): { stop(): void } {
  const bar = new SingleBar({
    format: "{bar} settled {settled} · paid {paid} of {total} · look-ups {lookUps} · duplicates {duplicates}",
    barsize: 24,
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: 3_000,
  });
  const update = () => bar.update(diary.countNotices("credited"), facts(diary));
  bar.start(diary.billed, 0, facts(diary));
  const timer = setInterval(update, 100);
  let stopped = false;
  return {
    stop() {
      if (stopped) return;
      stopped = true;
      clearInterval(timer);
      update();
      bar.stop();
    },
  };
}

function facts(diary: Diary): Record<string, number> {
  return {
    settled: diary.countEndings("settled"),
    paid: diary.countNotices("credited"),
    lookUps: diary.lookUps,
    duplicates: diary.countNotices("creditedBefore"),
  };
}
