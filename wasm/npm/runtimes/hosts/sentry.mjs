// Sentry, loaded before the program by `node --import`. Prints what it sees.
import * as Sentry from "@sentry/node";

Sentry.init({ dsn: "https://key@sentry.example/1", tracesSampleRate: 1 }).on("spanEnd", (span) =>
  console.log(JSON.stringify(Sentry.spanToJSON(span))),
);
