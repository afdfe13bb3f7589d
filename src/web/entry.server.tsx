import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, ServerRouter } from 'react-router'
import { isProblem } from '#domain/problem.ts'
import { shopContext } from '#web/shop-context.ts'

/** Loaders that hang are cut off; the page then shows its error in place. */
export const streamTimeout = 5_000

/**
 * Renders the whole page before a byte is sent: no page of this shop waits for late data, a page can be kept and sent again, and the policy
 * can name the hash of every inline script in it (docs/decisions/0004).
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, routerContext: EntryContext): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  let failure: unknown = null
  const body = await new Promise<string>((settle, fail) => {
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} />, {
      onAllReady: () => {
        clearTimeout(timer)
        text(pipe(new PassThrough())).then(settle, fail)
      },
      onShellError: fail,
      onError: (error) => {
        failure = error
      },
    })
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
  if (failure !== null) throw failure
  return new Response(body, { status, headers })
}

/** Refusals are answers, not faults; what remains is ours to mend. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted && !isProblem(error)) context.get(shopContext).failed(error)
}
