// Requests and answers as they go over the wire, with the credentials hidden.
import { h } from "../dom.ts";

type Headers = Readonly<Record<string, string>>;

const HIDDEN = "[hidden]";

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body?: string;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** The text of a request. */
export function requestText({ method, url, headers, body }: HttpRequest): string {
  const { pathname, search, host } = new URL(url);
  return message(`${method} ${pathname}${search} HTTP/1.1`, [["Host", host], ...shown(headers)], body ?? "");
}

/** The text of an answer. */
export function responseText({ status, headers, body }: HttpResponse): string {
  return message(`HTTP/1.1 ${status}`, shown(headers), body);
}

/** What is shown of a text that goes over the wire. */
export function wireText(text: string): HTMLElement {
  return h("pre", { class: "wire", translate: "no" }, text);
}

function message(start: string, headers: readonly (readonly [string, string])[], body: string): string {
  return [start, ...headers.map(([name, value]) => `${name}: ${value}`), "", body].join("\n").trimEnd();
}

/** The headers of a call hide their own credentials when they are turned to JSON; a webhook's token is hidden here. */
function shown(headers: Headers): [string, string][] {
  const printed: Headers = JSON.parse(JSON.stringify(headers));
  return Object.entries(printed).map(([name, value]) => [name, name.toLowerCase() === "token" ? HIDDEN : value]);
}
