import { Problem } from '#domain/problem.ts'

/** What a form without a file may take: long texts go twice, as they were shown and as they shall be, and each letter may be nine bytes on the way. */
export const formBytes = 256 * 1024

/**
 * The fields of a form, of `most` bytes at the most: bodies come to actions of `/admin` as they are read, those with files as long as a video
 * (server/body-limits.ts), with or without a length. What cannot be read is an empty form. Server only. Problem: too_large.
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
