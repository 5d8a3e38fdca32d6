// The page: a header, three tabs, and a footer.
import { effect, signal } from "@preact/signals";
import { version } from "billwire/package.json";
import { render } from "preact";
import { SignatureBench } from "./signature/bench.tsx";
import { SimulatorBench } from "./simulator/bench.tsx";
import "./style.css";
import { type Language, language, say } from "./texts.ts";
import { WebhookBench } from "./webhook/bench.tsx";

/** The icon that the browser shows, too. */
const ICON = document.querySelector<HTMLLinkElement>("link[rel=icon]")?.href;

const LANGUAGES = { en: "English", km: "ខ្មែរ" } as const;
const TABS = { signature: SignatureBench, webhook: WebhookBench, simulator: SimulatorBench } as const;

type Tab = keyof typeof TABS;

const NAMES = Object.keys(TABS) as Tab[];
const CODES = Object.keys(LANGUAGES) as Language[];

const selected = signal<Tab>("signature");

/** Shows what the address says. */
function readAddress(): void {
  const [tab, code] = location.hash.slice(1).split("/");
  selected.value = NAMES.find((name) => name === tab) ?? selected.peek();
  language.value = CODES.find((name) => name === code) ?? language.peek();
}

function Page() {
  return (
    <>
      <header>
        <h1>
          <img src={ICON} alt="" width={28} height={28} />
          billwire <span>{say("page.playground")}</span>
        </h1>
        <TabList />
        <Languages />
      </header>
      <main>
        <p class="notice" role="note">
          <strong>{say("page.notice")}</strong> {say("page.noticeDetail")}
        </p>
        {NAMES.map((name) => {
          const Bench = TABS[name];
          return (
            <section
              role="tabpanel"
              id={`panel-${name}`}
              aria-labelledby={`tab-${name}`}
              hidden={selected.value !== name}
            >
              <Bench />
            </section>
          );
        })}
      </main>
      <footer>{say("page.footer", { version })}</footer>
    </>
  );
}

/** Tabs as ARIA describes them: one stop for the Tab key, and arrows to move between them. */
function TabList() {
  const move = (event: KeyboardEvent) => {
    const at = NAMES.indexOf(selected.value);
    const targets: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    const to = targets[event.key];
    if (to === undefined) return;
    event.preventDefault();
    selected.value = NAMES.at(to % NAMES.length) ?? selected.value;
    document.getElementById(`tab-${selected.value}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={say("page.benches")} onKeyDown={move}>
      {NAMES.map((name) => (
        <button
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-controls={`panel-${name}`}
          aria-selected={selected.value === name}
          tabIndex={selected.value === name ? 0 : -1}
          onClick={() => (selected.value = name)}
        >
          {say(`page.${name}`)}
        </button>
      ))}
    </div>
  );
}

function Languages() {
  return (
    <div class="languages" role="group" aria-label={say("page.languages")}>
      {CODES.map((code) => (
        <button
          type="button"
          class="quiet"
          lang={code}
          aria-pressed={language.value === code}
          onClick={() => (language.value = code)}
        >
          {LANGUAGES[code]}
        </button>
      ))}
    </div>
  );
}

readAddress();
addEventListener("hashchange", readAddress);
render(<Page />, document.body);

let drawn = 0;
effect(() => {
  document.documentElement.lang = language.value;
  document.title = say("page.title");
  const address = `#${selected.value}/${language.value}`;
  // The address changes after the first choice.
  if (drawn++ > 0 && location.hash !== address) history.replaceState(null, "", address);
});
