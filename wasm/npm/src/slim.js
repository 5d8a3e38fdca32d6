// The entry `billwire/slim`: the same, started asynchronously from a wasm file that the host has wherever it likes.
import { toolsFrom } from "./tools/index.js";
import { instance as tools } from "./tools/wasm.js";
import { BillwireError, internal, misuse } from "./errors.js";
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
    throw isStranger ? misuse(path, `it is not the ${FILES[path]} of this version`, error) : internal("no instance could be made", error);
  }
}

async function compiled(source, path) {
  const content = await fetched(source, path);
  if (content instanceof WebAssembly.Module) return content;
  if (typeof content !== "object" || content === null) throw misuse(path, `give the address of ${FILES[path]}, its Response, its bytes, or its WebAssembly.Module`);
  if (content.ok === false) throw misuse(path, `the answer has the HTTP status ${content.status}`);
  try {
    return await compile(content);
  } catch (error) {
    throw misuse(path, "it cannot be compiled: is it wasm, and does the page's content security policy allow it?", error);
  }
}

async function fetched(source, path) {
  try {
    const given = await source;
    return isAddress(given) ? await fetch(given) : given;
  } catch (error) {
    throw misuse(path, "it cannot be fetched", error);
  }
}

function isAddress(given) {
  return typeof given === "string" || given instanceof URL || (typeof Request === "function" && given instanceof Request);
}

/** While it arrives, where the host can do that; it wants to see the right type. */
async function compile(content) {
  if (typeof content.arrayBuffer !== "function") return WebAssembly.compile(content);
  const streams = typeof WebAssembly.compileStreaming === "function" && content.headers?.get("Content-Type") === MIME;
  return streams ? WebAssembly.compileStreaming(content) : WebAssembly.compile(await content.arrayBuffer());
}
