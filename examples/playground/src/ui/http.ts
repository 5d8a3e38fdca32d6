// Requests and answers as sent, with the credentials hidden.
import type { CallHeaders } from "billwire";
import { h } from "../dom.ts";

type Headers = Readonly<Record<string, string>> | CallHeaders;

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

/** Returns the text of a request. */
export function requestText({ method, url, headers, body }: HttpRequest): string {
  const { pathname, search, host } = new URL(url);
  return message(`${method} ${pathname}${search} HTTP/1.1`, [["Host", host], ...shown(headers)], body ?? "");
}

/** Returns the text of an answer. */
export function responseText({ status, headers, body }: HttpResponse): string {
  return message(`HTTP/1.1 ${status}`, shown(headers), body);
}

/** Displays a message. */
export function wireText(text: string): HTMLElement {
  return h("pre", { class: "wire", translate: "no" }, text);
}

function message(start: string, headers: readonly (readonly [string, string])[], body: string): string {
  return [start, ...headers.map(([name, value]) => `${name}: ${value}`), "", body].join("\n").trimEnd();
}

/** A call hides the credentials of its headers in JSON. This hides a webhook's token. */
function shown(headers: Headers): [string, string][] {
  const printed: Record<string, string> = JSON.parse(JSON.stringify(headers));
  return Object.entries(printed).map(([name, value]) => [name, name.toLowerCase() === "token" ? HIDDEN : value]);
}
