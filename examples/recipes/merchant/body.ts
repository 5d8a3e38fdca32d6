/**
 * Reads the raw body of a request or an answer. A body above `limit` throws 413, at once if Content-Length announces
 * it; one that has not arrived within `patience` milliseconds throws 408. The rest is not read.
 */
export async function readBody(
  { headers, body }: Pick<Request | Response, "headers" | "body">,
  limit: number,
  patience: number,
): Promise<Uint8Array | 408 | 413> {
  if (Number(headers.get("Content-Length")) > limit) {
    await body?.cancel().catch(() => {});
    return 413;
  }
  const reader = body?.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, patience, null)));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let status: 408 | 413 | undefined;
  while (reader && status === undefined) {
    const read = await Promise.race([reader.read(), late]);
    if (read?.done) break;
    if (read) chunks.push(read.value);
    length += read?.value.length ?? 0;
    if (length > limit) status = 413;
    if (!read) status = 408;
  }
  clearTimeout(timer);
  if (status === undefined) return new Uint8Array(await new Blob(chunks).arrayBuffer());
  void reader?.cancel().catch(() => {});
  return status;
}
