// Page that only signs: its bundle has the main wasm alone.
import { sign } from "billwire";

document.querySelector("output").textContent = String(sign);
