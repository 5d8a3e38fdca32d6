import { Biller } from "billwire";

globalThis.billwire = Biller;
