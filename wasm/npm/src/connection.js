// Errors of HTTP clients that certainly made no connection.

/** Codes that only an attempt to connect has. A wrong guess would settle a bill twice, so any other error counts as "maybe". */
const NEVER_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);
/** Codes that an open connection can have too, unless the system call is `connect`. */
const NOT_REACHED = new Set(["ETIMEDOUT", "ENETUNREACH"]);
const MAX_DEPTH = 4;

/** Whether an HTTP client's error says that no connection was made, so that nothing was sent. */
export function neverConnected(error, depth = 0) {
  if (typeof error !== "object" || error === null || depth > MAX_DEPTH) return false;
  const { code, syscall, errors, cause } = error;
  // Addresses of one name, tried one after the other.
  if (Array.isArray(errors)) return errors.length > 0 && errors.every((inner) => neverConnected(inner, depth + 1));
  if (code === undefined) return neverConnected(cause, depth + 1); // fetch's TypeError
  return NEVER_CONNECTED.has(code) || (syscall === "connect" && NOT_REACHED.has(code));
}
