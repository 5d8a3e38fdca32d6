// For browsers: the same by `billwire/slim`, whose wasm files lie beside the page; without the simulator, which starts
// the other way.
import { load } from "billwire/slim";
import { cases } from "../../build/cases.mjs";
import { work } from "../work.mjs";

const { rounds, ...others } = cases;

load("billwire.wasm", "tools.wasm")
  .then((billwire) => work(billwire, others))
  .then((said) => {
    document.querySelector("output").textContent = JSON.stringify(said);
  });
