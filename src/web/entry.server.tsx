import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { isProblem } from '#domain/problem.ts'
import { CspNonce } from '#web/csp-nonce.ts'
import { paintFirst } from '#web/paint-first.ts'
import { shopContext } from '#web/shop-context.ts'

/** Loaders that hang are cut off; the page then shows its error in place. */
export const streamTimeout = 5_000

/**
 * Renders the whole page before a byte is sent: no page of this shop waits for late data, a page can be kept and sent again, and the policy
 * can name the hash of every inline script that carries our nonce (docs/decisions/0004).
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { nonce } = context.get(shopContext)
  const page = (
    <CspNonce value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </CspNonce>
  )
  let failure: unknown = null
  const body = await new Promise<Buffer<ArrayBuffer>>((settle, fail) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Nothing is sent in pieces that scripts would have to put in place.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => {
        clearTimeout(timer)
        pipe(collector(settle))
      },
      onShellError: (error) => {
        clearTimeout(timer)
        fail(error)
      },
      onError: (error) => {
        failure = error
      },
    })
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
  if (failure !== null) throw failure
  // While pages are being edited, their styles and scripts come from the builder.
  return new Response(import.meta.env.PROD ? paintFirst(body.toString(), nonce) : body, { status, headers })
}

function collector(settle: (all: Buffer<ArrayBuffer>) => void): Writable {
  const chunks: Uint8Array[] = []
  return new Writable({
    write: (chunk, _encoding, done) => {
      chunks.push(chunk)
      done()
    },
    final: (done) => {
      settle(Buffer.concat(chunks))
      done()
    },
  })
}

/** Refusals are answers, not faults; what remains is ours to mend. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isProblem(error)) context.get(shopContext).failed(error)
}
