// A page that does one thing: its bundle holds the wasm of that alone.
import { sign } from "billwire";

document.querySelector("output").textContent = String(sign);
