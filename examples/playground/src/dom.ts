// Elements whose texts and attributes follow signals. The page is built once, and only changed parts are drawn again.
import { type ReadonlySignal, type Signal, effect, untracked } from "@preact/signals-core";

/** A value, or a function that runs again whenever a signal changes that it reads. */
export type Live<T> = T | (() => T);

/** Content of an element. */
export type Child = Node | string | false | undefined | readonly Child[] | (() => Child);

type AttributeValue = string | number | boolean | undefined;

/** Attributes by name. `value` and `selected` are properties; false and undefined omit an attribute. */
export type Attributes = Readonly<Record<string, Live<AttributeValue>>>;

const PROPERTIES = new Set(["value", "selected"]);

/** Creates an element. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) attach(element, name, value);
  element.append(...nodesOf(children));
  return element;
}

/** Calls a listener with the element, typed. */
export function on<E extends HTMLElement, Name extends keyof HTMLElementEventMap>(
  element: E,
  name: Name,
  listener: (event: HTMLElementEventMap[Name], element: E) => void,
): E {
  element.addEventListener(name, (event) => listener(event, element));
  return element;
}

/** A list that only grows or is cleared: drawn items stay unchanged. */
export function growing<Item, E extends HTMLElement>(
  items: ReadonlySignal<readonly Item[]>,
  parent: E,
  draw: (item: Item) => Node,
): E {
  const inner: Stop[] = [];
  let drawn = 0;
  live(() => {
    const now = items.value;
    if (now.length < drawn) {
      stopAll(inner);
      parent.replaceChildren();
      drawn = 0;
    }
    const fresh = now.slice(drawn);
    drawn = now.length;
    untracked(() => inScope(inner, () => parent.append(...fresh.map(draw))));
  });
  return parent;
}

/** Adds an item at the end of a list. */
export function push<Item>(list: Signal<readonly Item[]>, item: Item): void {
  list.value = [...list.peek(), item];
}

type Stop = () => void;

/** Effects started inside the innermost live function. They end when it runs again. */
let scope: Stop[] | undefined;

/** Runs a function now, and again whenever a signal changes that it reads. */
export function live(work: () => void): void {
  const inner: Stop[] = [];
  const stop = effect(() => {
    stopAll(inner);
    inScope(inner, work);
  });
  scope?.push(stop, () => stopAll(inner));
}

function stopAll(stops: Stop[]): void {
  for (const stop of stops.splice(0)) stop();
}

function inScope(inner: Stop[], work: () => void): void {
  const outer = scope;
  scope = inner;
  try {
    work();
  } finally {
    scope = outer;
  }
}

function attach(element: HTMLElement, name: string, value: Live<AttributeValue>): void {
  if (typeof value === "function") live(() => set(element, name, value()));
  else set(element, name, value);
}

function set(element: HTMLElement, name: string, value: AttributeValue): void {
  if (PROPERTIES.has(name)) {
    // Writing the same text again would move the caret.
    if (Reflect.get(element, name) !== value) Reflect.set(element, name, value);
  } else if (value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

function nodesOf(child: Child): (Node | string)[] {
  if (child === undefined || child === false || child === "") return [];
  if (typeof child === "string" || child instanceof Node) return [child];
  return typeof child === "function" ? [liveNodes(child)] : child.flatMap(nodesOf);
}

/** Draws its content between two fixed markers. */
function liveNodes(child: () => Child): DocumentFragment {
  const [from, to] = [new Comment(), new Comment()];
  const fragment = new DocumentFragment();
  fragment.append(from, to);
  live(() => {
    while (from.nextSibling !== null && from.nextSibling !== to) from.nextSibling.remove();
    to.before(...nodesOf(child()));
  });
  return fragment;
}
