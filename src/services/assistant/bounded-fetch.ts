/** Maximum bytes of an answer (a token takes some 250), so that an endless one cannot fill the memory. */
const maxBytes = 1_000_000

/** `fetch` that does not follow redirects, which would send the key to another address, and aborts answers that are too long. */
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
