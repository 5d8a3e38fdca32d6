// For browsers: the same with `billwire/slim`, whose wasm file is served with the page. The simulator is left
// out, because it starts synchronously.
import { send } from "billwire/fetch";
import { load } from "billwire/slim";
import { cases } from "../../build/cases.mjs";
import { work } from "../work.mjs";

const { rounds, ...others } = cases;

load("billwire.wasm")
  .then((billwire) => work({ ...billwire, send }, others))
  .then((said) => {
    document.querySelector("output").textContent = JSON.stringify(said);
  });
