// Whether other programs kept the machine busy meanwhile: they slow the contestants down unequally.
import { cpus } from "node:os";

/** Starts to watch. The function that it gives tells how many cores the others have used since, on average. */
export function watchNeighbours() {
  const before = clocks();
  return () => {
    const after = clocks();
    return Math.max(0, (after.all - before.all - (after.own - before.own)) / (after.wall - before.wall));
  };
}

/** Milliseconds. */
function clocks() {
  const { user, system } = process.cpuUsage();
  const busy = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  return {
    all: busy.reduce((sum, time) => sum + time, 0),
    own: (user + system) / 1_000,
    wall: performance.now(),
  };
}
