// For browsers: the same with `billwire/slim`, whose wasm file is served with the page. The simulator and
// the explanation of a hash are left out: their wasm starts synchronously.
import { send } from "billwire/fetch";
import { load } from "billwire/slim";
import { cases } from "../../build/cases.mjs";
import { work } from "../work.mjs";

const { rounds, mistakes, ...others } = cases;

load("billwire.wasm")
  .then((billwire) => work({ ...billwire, send }, others))
  .then((said) => {
    document.querySelector("output").textContent = JSON.stringify(said);
  });
