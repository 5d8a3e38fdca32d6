/** The bytes of a body as they came; null as soon as there are more than `limit`, and the rest is not read. */
export async function readBody({ body }: Request, limit: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > limit) return null; // leaving the loop cancels the stream
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
