// Elements that all tabs use.
import { type Signal, useSignal } from "@preact/signals";
import type { Finding } from "billwire";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Sentence } from "./findings.tsx";
import { say } from "./texts.ts";

export type Tone = "good" | "bad" | "open" | "calm";

interface CardProps {
  name: string;
  title: string;
  hidden?: boolean;
  children?: ComponentChildren;
}

/** A section of a tab, with its heading. */
export function Card({ name, title, hidden = false, children }: CardProps) {
  return (
    <article class={`${name}-card`} aria-labelledby={`card-${name}`} hidden={hidden}>
      <h2 id={`card-${name}`}>{title}</h2>
      {children}
    </article>
  );
}

/** Rarely used content, folded. */
export function Fold({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <details class="fold">
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  );
}

interface FieldProps {
  /** Its name on the wire. */
  name?: string;
  /** Its label in words, if it has no name. */
  label?: string;
  meaning?: string;
  value: Signal<string>;
  /** Number of lines of a text area; without it, a single line. */
  rows?: number;
  /** Whether the value is hidden until requested. */
  secret?: boolean;
  /** Whether the value is a part of the signing string, for its colour. */
  signed?: boolean;
  hint?: string | undefined;
  problems?: readonly Finding[];
  placeholder?: string;
}

/** A labelled field: its purpose, and billwire's findings about its value. */
export function Field({ value, secret = false, problems = [], hint, ...props }: FieldProps) {
  const id = useId();
  const shown = useSignal(!secret);
  const toggle = () => (shown.value = !shown.value);
  const control = {
    id,
    value: value.value,
    placeholder: props.placeholder,
    "aria-invalid": problems.length > 0 || undefined,
    "aria-describedby": `${id}-notes`,
    // The browser suggests no typed value.
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: false,
    translate: false,
    onInput: (event: InputEvent & { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      value.value = event.currentTarget.value;
    },
  } as const;
  return (
    <div class="field" data-part={props.signed ? props.name : undefined}>
      <label for={id}>
        {props.label === undefined ? <code>{props.name}</code> : <strong>{props.label}</strong>}{" "}
        <span class="hint">{props.meaning}</span>
      </label>
      <div class="control">
        {props.rows === undefined ? (
          <input {...control} {...(shown.value ? { type: "text" } : { type: "password" })} />
        ) : (
          <textarea {...control} rows={props.rows} />
        )}
        {secret && (
          <Press kind="quiet" label={say(shown.value ? "page.hide" : "page.show")} onPress={toggle} />
        )}
      </div>
      <div id={`${id}-notes`}>
        {hint && <p class="hint">{hint}</p>}
        {problems.map((problem) => (
          <p class="problem">
            <Sentence {...problem} />
          </p>
        ))}
      </div>
    </div>
  );
}

interface ChooserProps<Value extends string> {
  label: string;
  value: Signal<Value>;
  /** Labels by value. */
  choices: readonly (readonly [Value, string])[];
  onChosen?: () => void;
}

/** A labelled list. */
export function Chooser<Value extends string>({ label, value, choices, onChosen }: ChooserProps<Value>) {
  const id = useId();
  const choose = (at: number) => {
    value.value = choices[at]?.[0] ?? value.value;
    onChosen?.();
  };
  return (
    <div class="field">
      <label for={id}>
        <strong>{label}</strong>
      </label>
      <select id={id} value={value.value} onChange={(event) => choose(event.currentTarget.selectedIndex)}>
        {choices.map(([choice, text]) => (
          <option value={choice}>{text}</option>
        ))}
      </select>
    </div>
  );
}

interface PressProps {
  label: string;
  kind?: string;
  onPress: () => void;
}

/** A button. */
export function Press({ label, kind, onPress }: PressProps) {
  return (
    <button type="button" class={kind} onClick={onPress}>
      {label}
    </button>
  );
}

/** Copies a text, and confirms it. */
export function CopyButton({ text }: { text: string }) {
  const copied = useSignal(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    copied.value = true;
    setTimeout(() => (copied.value = false), 2000);
  };
  return (
    <Press kind="quiet" label={say(copied.value ? "page.copied" : "page.copy")} onPress={() => void copy()} />
  );
}

interface VerdictProps {
  tone: Tone;
  title: string;
  detail?: string | undefined;
  children?: ComponentChildren;
}

/** The verdict of a tab. Screen readers announce its changes. */
export function Verdict({ tone, title, detail, children }: VerdictProps) {
  return (
    <div class="verdict" data-tone={tone} role="status">
      <strong>{title}</strong>
      {detail !== undefined && <p>{detail}</p>}
      {children}
    </div>
  );
}

/** A message as sent. */
export function Wire({ text }: { text: string }) {
  return (
    <pre class="wire" translate={false}>
      {text}
    </pre>
  );
}

/** On a phone, results are below the form: a result scrolls into view after an action. */
export function reveal(selector: string): void {
  // The width below which the style sheet has one column.
  if (!matchMedia("(max-width: 56rem)").matches) return;
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  const last = () => [...document.querySelectorAll(selector)].at(-1);
  // The result is drawn first.
  setTimeout(() => last()?.scrollIntoView({ block: "start", behavior }));
}
