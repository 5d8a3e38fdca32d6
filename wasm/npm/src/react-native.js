// Loaded in place of every entry by React Native, whose engine Hermes has no WebAssembly.
throw new Error(
  "billwire does not run in React Native, whose engine has no WebAssembly. Prepare and send the " +
    "calls on your server. " +
    "In the app, use billwire for Kotlin and Swift in a native module.",
);
