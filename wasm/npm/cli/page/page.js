// Asks the sandbox for its history and its books every second, and shows them.
const PAUSE = 1_000;

setTimeout(show);

async function show() {
  try {
    const [history, books] = await Promise.all(["/sandbox/history", "/sandbox/books"].map(jsonAt));
    fill("log", history.log.toReversed().map(rowOfLog));
    fill("webhooks", history.webhooks.toReversed().map(rowOfWebhook));
    fill("books", [...books.bills.map(rowOfBill), ...Object.entries(books.totals).map(rowOfTotal)]);
    say(`${books.webhooks.acknowledged} webhooks acknowledged, ${books.webhooks.pending} pending`);
  } catch {
    say("The sandbox does not answer. It may have ended.");
  }
  setTimeout(show, PAUSE);
}

async function jsonAt(path) {
  return (await fetch(path)).json();
}

function rowOfLog({ time, event, ...facts }) {
  return [event, time.slice(11, 19), ...Object.entries(facts).map(([name, value]) => `${name} ${value}`)];
}

function rowOfWebhook({ id, identity_code, tran_id, tran_amount, currency, status, deliveries, answer }) {
  return [
    `${id}`,
    identity_code,
    tran_id,
    `${tran_amount} ${currency}`,
    status,
    `deliveries ${deliveries}`,
    answer,
  ];
}

function rowOfBill({ ref_id, total_amount, currency, settlements }) {
  return [ref_id, `${total_amount} ${currency}`, `settlements ${settlements}`];
}

function rowOfTotal([currency, sum]) {
  return ["total", `${sum} ${currency}`];
}

function fill(id, rows) {
  const items = rows.map((cells) => {
    const item = document.createElement("li");
    item.append(...cells.filter(Boolean).map(cell));
    return item;
  });
  document.getElementById(id).replaceChildren(...items);
}

function cell(text) {
  const element = document.createElement("span");
  element.textContent = text;
  return element;
}

function say(text) {
  const state = document.getElementById("state");
  if (state.textContent !== text) state.textContent = text;
}
