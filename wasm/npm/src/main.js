// The entry `billwire`: everything is ready after the import.
import "#instance";

export * from "./index.js";
