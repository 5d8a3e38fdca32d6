// The entry `billwire/slim`: the same exports, started asynchronously from wasm files that the program hosts itself.
import { BillwireError, internal, invalidArgument } from "./errors.js";
import { instance as fastPath } from "./fast/wasm.js";
import * as billwire from "./index.js";
import { instance } from "./wasm.js";

const FILES = { source: "billwire.wasm", full: "full.wasm" };
const MIME = "application/wasm";

const exports = Object.freeze({ ...billwire });

export async function load(source, full) {
  await started(fastPath, source, "source");
  if (full !== undefined || instance.hasModule) await started(instance, full, "full");
  return exports;
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
