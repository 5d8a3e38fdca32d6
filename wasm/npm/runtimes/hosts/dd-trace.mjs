// dd-trace, loaded before the program by `node --import`. Prints what it sees.
process.env.DD_TRACE_EXPERIMENTAL_EXPORTER = "log";
process.env.DD_TRACE_STARTUP_LOGS = "false";
await import("dd-trace/initialize.mjs");
