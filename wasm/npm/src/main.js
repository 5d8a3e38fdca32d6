// The entry `billwire`: everything is ready after the import.
import "./start.js";

export * from "./beside/main.js";
export * from "./index.js";
