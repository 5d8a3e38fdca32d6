/** Request of Node's server, such as Express's. */
export interface NodeRequest {
  /** HTTP method. */
  readonly method?: string | undefined;
  /** Address. */
  readonly url?: string | undefined;
  /** Headers. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Response of Node's server, such as Express's. */
export interface NodeResponse {
  /** Whether the response has begun. */
  readonly headersSent: boolean;
  /** Writes status and headers. */
  writeHead(status: number, headers?: Record<string, string | number>): unknown;
  /** Writes the body and ends the response. */
  end(body: string): unknown;
}
