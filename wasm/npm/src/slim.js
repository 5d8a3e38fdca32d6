// The entry `billwire/slim`: the same exports, started asynchronously from a wasm file that the program hosts itself.
import { awaited } from "./arguments.js";
import { BillwireError, internal, invalidArgument } from "./errors.js";
import * as billwire from "./index.js";
import { POLICY } from "./not-started.js";
import { instance } from "./wasm.js";

const FILE = "billwire.wasm";
const MIME = "application/wasm";

const exports = Object.freeze({ ...billwire });

export function load(source) {
  return awaited(loaded(source), "load(…)", Object.keys(exports));
}

async function loaded(source) {
  try {
    await instance.load(() => compiled(source));
  } catch (error) {
    if (error instanceof BillwireError) throw error;
    const isStranger = error instanceof TypeError || error instanceof WebAssembly.LinkError;
    throw isStranger
      ? invalidArgument("source", `it is not the ${FILE} of this version`, error)
      : internal("no instance could be made", error);
  }
  return exports;
}

async function compiled(source) {
  const content = await fetched(source);
  if (content instanceof WebAssembly.Module) return content;
  if (typeof content !== "object" || content === null)
    throw invalidArgument(
      "source",
      `expected the address of ${FILE}, its Response, its bytes, or its WebAssembly.Module`,
    );
  if (content.ok === false)
    throw invalidArgument("source", `the answer has the HTTP status ${content.status}`);
  try {
    return await compile(content);
  } catch (error) {
    throw invalidArgument("source", `it cannot be compiled: expected the file ${FILE}. ${POLICY}`, error);
  }
}

async function fetched(source) {
  try {
    const resolved = await source;
    return isAddress(resolved) ? await fetch(resolved) : resolved;
  } catch (error) {
    throw invalidArgument("source", "it cannot be fetched", error);
  }
}

function isAddress(resolved) {
  return (
    typeof resolved === "string" ||
    resolved instanceof URL ||
    (typeof Request === "function" && resolved instanceof Request)
  );
}

/** Compiles while the file arrives, if the runtime can. That requires the right media type. */
async function compile(content) {
  if (typeof content.arrayBuffer !== "function") return WebAssembly.compile(content);
  const canStream =
    typeof WebAssembly.compileStreaming === "function" && content.headers?.get("Content-Type") === MIME;
  return canStream ? WebAssembly.compileStreaming(content) : WebAssembly.compile(await content.arrayBuffer());
}
