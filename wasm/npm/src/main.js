// The entry `billwire`: ready after the import.
import "./start.js";

export * from "./index.js";
