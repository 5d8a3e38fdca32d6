// The entry `billwire/slim`: the same, started asynchronously from a wasm file that the host has wherever it likes.
import { BillwireError, internal, misuse } from "./errors.js";
import * as billwire from "./index.js";
import { instance } from "./wasm.js";

const MIME = "application/wasm";

export async function load(source) {
  try {
    await instance.load(() => compiled(source));
  } catch (error) {
    if (error instanceof BillwireError) throw error;
    const isStranger = error instanceof TypeError || error instanceof WebAssembly.LinkError;
    throw isStranger ? misuse("source", "it is not the billwire.wasm of this version", error) : internal("no instance could be made", error);
  }
  return billwire;
}

async function compiled(source) {
  const content = await fetched(source);
  if (content instanceof WebAssembly.Module) return content;
  if (typeof content !== "object" || content === null) throw misuse("source", SOURCE_ADVICE);
  if (content.ok === false) throw misuse("source", `the answer has the HTTP status ${content.status}`);
  try {
    return await compile(content);
  } catch (error) {
    throw misuse("source", "it cannot be compiled: is it wasm, and does the page's content security policy allow it?", error);
  }
}

const SOURCE_ADVICE = "give the address of billwire.wasm, its Response, its bytes, or its WebAssembly.Module";

async function fetched(source) {
  try {
    const given = await source;
    return isAddress(given) ? await fetch(given) : given;
  } catch (error) {
    throw misuse("source", "it cannot be fetched", error);
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
