/** Bytes of one answer: every token travels in some 250 of them, and nobody gets to fill the memory with one that never ends. */
const maxBytes = 1_000_000

/** `fetch` that carries the key to no other address, and cuts an answer off that is longer than any could be. */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (response.body === null) return response
  let left = maxBytes
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      left -= piece.byteLength
      if (left < 0) controller.error(new Error('longer than any answer'))
      else controller.enqueue(piece)
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(counter), { status, statusText, headers })
}
