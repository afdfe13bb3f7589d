import { renderToString } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router'
import { isProblem } from '#domain/problem.ts'
import { paintFirst } from '#web/first-paint/paint-first.ts'
import { CspNonce } from '#web/first-paint/start-script.ts'
import { shopContext } from '#web/shop-context.ts'
import { jsonInScript } from '#web/structured-data.tsx'

/** Milliseconds after which the router gives up loader data that has not come. */
export const streamTimeout = 5_000

/**
 * Renders the whole page before the first byte is sent: no page waits for late data, a rendered page can be cached, and the CSP can contain the hashes of its
 * inline scripts (docs/decisions/0004). In one go and as a string: React's streams encode each tag, and the policy needs the text.
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
  const { serverHandoffStream, ...routed } = routerContext
  const page = renderToString(
    <CspNonce value={nonce}>
      <ServerRouter context={routed} url={request.url} nonce={nonce} />
    </CspNonce>,
  )
  // React's mark where the content of a `<Suspense>` could not be rendered: lazy on the server, or failed.
  if (page.includes('$!-->')) throw new Error('a part of the page was not rendered')
  const data = routed.renderMeta?.didRenderScripts && serverHandoffStream ? dataScripts(await new Response(serverHandoffStream).text(), nonce) : ''
  if (!page.endsWith(ending)) throw new Error(`the document does not end with ${ending}`)
  const start = page.slice(0, -ending.length)
  // In development, Vite serves styles and scripts.
  shop.html = ['<!DOCTYPE html>', ...(import.meta.env.PROD ? paintFirst(start, nonce) : [start]), data, ending]
  return new Response(null, { status, headers })
}

/** Of each document (root.tsx). */
const ending = '</body></html>'

/** The loader data for the router in the browser, as its own `<StreamTransfer>` writes it: that waits for the data inside of a `<Suspense>`. */
function dataScripts(data: string, nonce: string): string {
  const script = (text: string) => `<script nonce="${nonce}">window.__reactRouterContext.streamController.${text};</script>`
  return script(`enqueue(${jsonInScript(data)})`) + script('close()')
}

/** Logs unexpected errors; refusals (`Problem`) and aborted requests are not errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isProblem(error)) context.get(shopContext).failed(error)
}
