import { createWriteStream } from "node:fs";
import { isBillwireError } from "billwire";

/** Writes one line per event: names, codes and counts, never headers, bodies or tokens. */
export type Log = (event: string, facts: Record<string, string | number | undefined>) => void;

export function openLog(path: string | undefined): Log {
  if (!path) return () => {};
  const stream = createWriteStream(path);
  return (event, facts) =>
    void stream.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...facts })}\n`);
}

/** Describes an error in our own words. The service's messages are for people and are not logged. */
export function describe(error: unknown): string {
  if (!isBillwireError(error)) return error instanceof Error ? error.name : "not an error";
  const found = error.violations.map(({ path, code }) => `${path} ${code}`.trim());
  const answered = [error.httpStatus, error.responseCode].filter((each) => each !== undefined);
  return [
    `${error.kind}/${error.code}`,
    ...answered,
    ...(error.kind === "invalid_request" ? found : []),
  ].join(" ");
}
