// Requests and answers as sent, with the credentials hidden.

type Pairs = Iterable<readonly [string, string]>;

export type HeaderList = Pairs | Readonly<Record<string, string>>;

type HttpRequest = Readonly<{ method: string; url: string; headers: HeaderList; body?: string }>;

type HttpResponse = Readonly<{ status: number; headers: HeaderList; body: string }>;

/** Returns the text of a request. */
export function requestText({ method, url, headers, body = "" }: HttpRequest): string {
  const { pathname, search, host } = new URL(url);
  return message(`${method} ${pathname}${search} HTTP/1.1\nHost: ${host}`, headers, body);
}

/** Returns the text of an answer. */
export function responseText({ status, headers, body }: HttpResponse): string {
  return message(`HTTP/1.1 ${status}`, headers, body);
}

/** Returns names and values of headers. */
export function pairsOf(headers: HeaderList): (readonly [string, string])[] {
  return Symbol.iterator in headers ? [...(headers as Pairs)] : Object.entries(headers);
}

function message(start: string, headers: HeaderList, body: string): string {
  const lines = pairsOf(headers).map(([name, value]) => `${name}: ${isSecret(name) ? "[hidden]" : value}`);
  return [start, ...lines, "", body].join("\n").trimEnd();
}

function isSecret(name: string): boolean {
  return /^(authorization|token)$/i.test(name);
}
