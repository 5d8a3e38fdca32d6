// Pauses of a flow's runner.
import { LONGEST_TIMER } from "../arguments.js";

/** Waits by `sleep`, or by a timer without one. Rejects as soon as the signal is aborted. */
export async function pause(millis, sleep, signal) {
  signal?.throwIfAborted();
  const time = Math.min(Math.max(Math.ceil(millis), 0), LONGEST_TIMER);
  let stop, timer;
  const stopped = new Promise((_, reject) => (stop = () => reject(signal.reason)));
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const slept =
      sleep === undefined
        ? new Promise((resolve) => (timer = setTimeout(resolve, time)))
        : sleep(time, signal);
    await Promise.race([slept, stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
