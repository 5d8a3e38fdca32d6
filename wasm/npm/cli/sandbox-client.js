// Admin requests to a running sandbox.
import { isLoopback } from "./loopback.js";
import { Refused } from "./output.js";

/** The sandbox at an address of this machine. */
export function sandboxAt(url) {
  if (!URL.canParse(url) || !isLoopback(new URL(url).hostname))
    throw new Refused(
      "expected --sandbox with the address that the sandbox prints, such as http://127.0.0.1:8080",
    );
  const base = new URL(url).origin;
  return {
    get: (path) => answerOf(base, path, {}),
    post: (path, body) =>
      answerOf(base, path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
  };
}

async function answerOf(base, path, init) {
  let response;
  try {
    response = await fetch(base + path, init);
  } catch {
    throw new Refused(`no sandbox listens on ${base}: start it by npx billwire sandbox --port 8080`);
  }
  const text = await response.text();
  if (response.status !== 200)
    throw new Refused(text.trim() || `the sandbox answers HTTP ${response.status}`);
  return JSON.parse(text);
}
