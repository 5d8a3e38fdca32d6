/** Whether a server name is this machine. */
export function isLoopback(host) {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Whether the sandbox may send webhooks to an address. */
export function isReachable(url, allowRemote) {
  const { protocol, hostname } = typeof url === "string" && URL.canParse(url) ? new URL(url) : {};
  return allowRemote ? ["http:", "https:"].includes(protocol) : protocol === "http:" && isLoopback(hostname);
}

/**
 * Whether a request names this machine. A web page's own name could resolve to it, and the page could then
 * read the answers.
 */
export function namesThisMachine({ rawHeaders }) {
  const hosts = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1].toLowerCase() === "host",
  );
  return hosts.length === 1 && isLoopback(hosts[0].replace(/:\d*$/, ""));
}
