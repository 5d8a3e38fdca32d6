// Pasted headers: one per line, with the name before the first colon.

export interface Headers {
  /** Names and values. */
  pairs: readonly (readonly [string, string])[];
  /** The first line that is not a header, counted from 1. */
  wrongLine: number | undefined;
}

export function headersOf(text: string): Headers {
  const lines = text.split("\n");
  const wrong = lines.findIndex((line) => line.trim() !== "" && line.indexOf(":") < 1);
  const pairs = lines.flatMap((line): [string, string][] => {
    const colon = line.indexOf(":");
    return colon < 1 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
  });
  return { pairs, wrongLine: wrong < 0 ? undefined : wrong + 1 };
}
