// Page that only signs: its bundle has no flows.
import { sign } from "billwire";

document.querySelector("output").textContent = String(sign);
