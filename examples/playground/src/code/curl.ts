/** The request of a call. */
export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Iterable<readonly [string, string]>;
  readonly body: string;
}

/** Command line for a shell. The body is the exact text that is signed, with its hash. */
export function curl({ method, url, headers, body }: Request): string {
  const shown = [...headers].map(([name, value]) =>
    name.toLowerCase() === "authorization"
      ? `-H "${name}: Bearer $BILLWIRE_BEARER"`
      : `-H ${quoted(`${name}: ${value}`)}`,
  );
  return ["curl", `--request ${method}`, quoted(url), ...shown, `--data-raw ${quoted(body)}`].join(" \\\n  ") + "\n";
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
