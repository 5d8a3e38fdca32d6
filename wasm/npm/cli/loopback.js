/** Whether a server name is this machine. */
export function isLoopback(host) {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
