import { Problem } from '#domain/problem.ts'

/** The size limit of a form without a file in bytes: long texts are sent twice (snapshot and new value), and a letter may take nine bytes when encoded. */
export const formBytes = 256 * 1024

/**
 * Reads a form of at most `most` bytes. Bodies under `/admin` may be as long as a video (server/http-server.ts) and may have no length. A body that cannot be
 * parsed is an empty form. Server only.
 */
export async function readForm(request: Request, most = formBytes): Promise<FormData> {
  const bytes = await readAtMost(request.body, most)
  const type = request.headers.get('content-type') ?? ''
  return new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => new FormData())
}

async function readAtMost(body: ReadableStream<Uint8Array> | null, most: number): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body ?? []) {
    bytes += piece.byteLength
    if (bytes > most) throw new Problem('too_large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces, bytes)
}
