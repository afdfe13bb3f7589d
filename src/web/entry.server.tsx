import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { isProblem } from '#domain/problem.ts'
import { CspNonce } from '#web/csp-nonce.ts'
import { paintFirst } from '#web/paint-first.ts'
import { shopContext } from '#web/shop-context.ts'
import { panelId } from '#web/shop-facts.ts'

/** Milliseconds after which streaming is aborted; the page then shows its error. */
export const streamTimeout = 5_000

/**
 * Renders the whole page before the first byte is sent: no page waits for late data, a rendered page can be cached, and the CSP can contain the hashes of its
 * inline scripts (docs/decisions/0004).
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
  const shop = context.get(shopContext)
  const { nonce } = shop
  const page = (
    <CspNonce value={nonce}>
      <ServerRouter context={withShopManifest(routerContext)} url={request.url} nonce={nonce} />
    </CspNonce>
  )
  let failure: unknown = null
  const body = await new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Disables chunks that scripts would have to insert.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => {
        clearTimeout(timer)
        pipe(collector(resolve))
      },
      onShellError: (error) => {
        clearTimeout(timer)
        reject(error)
      },
      onError: (error) => {
        failure = error
      },
    })
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
  if (failure !== null) throw failure
  // In development, Vite serves styles and scripts.
  shop.html = import.meta.env.PROD ? paintFirst(body.toString(), nonce) : body.toString()
  return new Response(null, { status, headers })
}

/** Only the panel's documents name the manifest with its routes (react-router.config.ts). */
function withShopManifest(context: EntryContext): EntryContext {
  const isPanel = context.staticHandlerContext.matches.some(({ route }) => route.id === panelId)
  if (isPanel || !import.meta.env.PROD) return context
  return { ...context, manifest: { ...context.manifest, url: context.manifest.url.replace('.js', '.shop.js') } }
}

function collector(resolve: (all: Buffer<ArrayBuffer>) => void): Writable {
  const chunks: Uint8Array[] = []
  return new Writable({
    write: (chunk, _encoding, done) => {
      chunks.push(chunk)
      done()
    },
    final: (done) => {
      resolve(Buffer.concat(chunks))
      done()
    },
  })
}

/** Logs unexpected errors; refusals (`Problem`) and aborted requests are not errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isProblem(error)) context.get(shopContext).failed(error)
}
