// The entry `billwire/slim`: the same exports, started asynchronously from a wasm file that the program hosts itself.
import { toolsFrom } from "./tools/index.js";
import { instance as tools } from "./tools/wasm.js";
import { BillwireError, internal, invalidArgument } from "./errors.js";
import * as first from "./index.js";
import { instance } from "./wasm.js";

const FILES = { source: "billwire.wasm", tools: "tools.wasm" };
const MIME = "application/wasm";

const billwire = Object.freeze({ ...first, ...toolsFrom() });

export async function load(source, toolsSource) {
  await started(instance, source, "source");
  if (toolsSource !== undefined || tools.hasModule) await started(tools, toolsSource, "tools");
  return billwire;
}

async function started(instance, source, path) {
  try {
    await instance.load(() => compiled(source, path));
  } catch (error) {
    if (error instanceof BillwireError) throw error;
    const isStranger = error instanceof TypeError || error instanceof WebAssembly.LinkError;
    throw isStranger ? invalidArgument(path, `it is not the ${FILES[path]} of this version`, error) : internal("no instance could be made", error);
  }
}

async function compiled(source, path) {
  const content = await fetched(source, path);
  if (content instanceof WebAssembly.Module) return content;
  if (typeof content !== "object" || content === null) throw invalidArgument(path, `expected the address of ${FILES[path]}, its Response, its bytes, or its WebAssembly.Module`);
  if (content.ok === false) throw invalidArgument(path, `the answer has the HTTP status ${content.status}`);
  try {
    return await compile(content);
  } catch (error) {
    throw invalidArgument(path, "it cannot be compiled: is it wasm, and does the page's content security policy allow it?", error);
  }
}

async function fetched(source, path) {
  try {
    const resolved = await source;
    return isAddress(resolved) ? await fetch(resolved) : resolved;
  } catch (error) {
    throw invalidArgument(path, "it cannot be fetched", error);
  }
}

function isAddress(resolved) {
  return typeof resolved === "string" || resolved instanceof URL || (typeof Request === "function" && resolved instanceof Request);
}

/** Compiles while the file arrives, if the runtime can. That requires the right media type. */
async function compile(content) {
  if (typeof content.arrayBuffer !== "function") return WebAssembly.compile(content);
  const canStream = typeof WebAssembly.compileStreaming === "function" && content.headers?.get("Content-Type") === MIME;
  return canStream ? WebAssembly.compileStreaming(content) : WebAssembly.compile(await content.arrayBuffer());
}
