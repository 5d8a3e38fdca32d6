// Tabs as ARIA describes them: one stop for the Tab key, and arrows to move between them.
import { type Signal } from "@preact/signals-core";
import { type Child, h, on } from "../dom.ts";

export interface Tab {
  /** Its name in ids. */
  id: string;
  /** Its label. */
  label: () => string;
  /** Its content. */
  panel: Child;
}

/** The row of tabs. */
export function tabList(label: () => string, tabs: readonly Tab[], selected: Signal<string>): HTMLElement {
  const buttons = tabs.map(({ id, label: name }) =>
    on(
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${id}`,
          "aria-controls": `panel-${id}`,
          "aria-selected": () => String(selected.value === id),
          tabindex: () => (selected.value === id ? 0 : -1),
        },
        name,
      ),
      "click",
      () => {
        selected.value = id;
      },
    ),
  );
  const list = h("div", { role: "tablist", "aria-label": label }, buttons);
  return on(list, "keydown", (event) => {
    const to = target(
      event.key,
      tabs.findIndex(({ id }) => id === selected.value),
      tabs.length,
    );
    const tab = to === undefined ? undefined : tabs[to];
    if (to === undefined || tab === undefined) return;
    event.preventDefault();
    selected.value = tab.id;
    buttons[to]?.focus();
  });
}

/** The panels. All but one are hidden, and keep their state. */
export function tabPanels(tabs: readonly Tab[], selected: Signal<string>): HTMLElement[] {
  return tabs.map(({ id, panel }) =>
    h(
      "section",
      {
        role: "tabpanel",
        id: `panel-${id}`,
        class: "panel",
        "aria-labelledby": `tab-${id}`,
        hidden: () => selected.value !== id,
      },
      panel,
    ),
  );
}

function target(key: string, at: number, length: number): number | undefined {
  if (key === "ArrowRight") return (at + 1) % length;
  if (key === "ArrowLeft") return (at + length - 1) % length;
  if (key === "Home") return 0;
  return key === "End" ? length - 1 : undefined;
}
