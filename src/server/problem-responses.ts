import { readFileSync } from 'node:fs'
import type { ErrorHandler, MiddlewareHandler } from 'hono'
import { html, raw } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import type { Log } from '#core/context.ts'
import { isStorageFull, isTransientFailure } from '#core/transactions.ts'
import { callBody, isProblem, Problem, type ProblemCode, problemBody, problemStatus, problems } from '#domain/problem.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { hashOf } from '#server/pages/content-security-policy.ts'
import type { Shop } from '#server/running-shop.ts'
import type { Visitors } from '#server/visitors.ts'

/** The error handler: refusals and faults become the API's error shape (decisions, HTTP API), or a page for people. */
export function answerProblems(shop: { log: Log; facts: Pick<ShopFacts, 'name' | 'origin'> }): ErrorHandler {
  return (error, c) => {
    const problem = toProblem(error)
    if (['internal', 'storage_full'].includes(problem.code) && problem !== error)
      shop.log.error({ error, path: withoutSecrets(c.req.path) }, 'request failed')
    const status = problemStatus(problem)
    const retryAfter = problem.details.retryAfter ?? (status === 503 ? 5 : undefined)
    const headers = {
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      ...(problem.details.allow && { Allow: problem.details.allow.join(', ') }),
    }
    if (wantsPage(c.req.path, c.req.header('accept'))) {
      const page = problemPage(problem, shop.facts)
      return new Response(page.body, { status, headers: { ...page.headers, ...headers } })
    }
    const isCall = /^\/api\/(rpc|functions)\//.test(c.req.path)
    const body = isCall ? callBody(problem) : problemBody(problem)
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers } })
  }
}

/** The refusal that an error stands for; a fault of the program is `internal`. */
export function toProblem(error: unknown): Problem {
  if (isProblem(error)) return error
  // Thrown by Hono's validator for malformed JSON or a missing content type.
  if (error instanceof HTTPException && error.status < 500) return new Problem(error.status === 415 ? 'wrong_type' : 'malformed')
  if (isStorageFull(error)) return new Problem('storage_full')
  if (isTransientFailure(error)) return new Problem('unavailable', { retryAfter: 5 })
  return new Problem('internal')
}

/** Removes the secrets in paths of callbacks, short links, links of riders, of a claim and of invitations, for logging. */
export function withoutSecrets(path: string): string {
  return path.replace(/^(\/api\/callbacks\/[^/]+\/[^/]+\/|\/o\/[^/.]{0,8}|\/rider\/|\/claim\/|\/invitation\/).*/, '$1…')
}

/** What to do, where the message itself does not say. */
const advice: Partial<Record<ProblemCode, string>> = {
  cross_site: 'Nothing was changed. Go to the shop itself and do it from there.',
  too_large: 'Nothing was changed. Go back and send less at once.',
  wrong_host: 'Please use the address of the shop itself.',
}

const tokens = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8')
/** Colours and sizes without the fonts, which are files. */
const style = tokens.slice(tokens.indexOf(':root')) + readFileSync(new URL('./problem-page.css', import.meta.url), 'utf8')
/** The page loads no other file, because it is shown when other things fail. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

/** Whether a request is a browser's for a page, by its Accept header, and not a script's for data. */
function wantsPage(path: string, accept: string | null | undefined): boolean {
  return !path.startsWith('/api/') && (accept ?? '').includes('text/html')
}

/** The HTML page of a refusal or fault outside React Router. */
function problemPage(problem: Problem, shop: Pick<ShopFacts, 'name' | 'origin'>): { body: string; headers: Record<string, string> } {
  const status = problemStatus(problem)
  // Under a wrong host every path is refused; otherwise the link stays on the host that was used, where the cart is stored.
  const home = problem.code === 'wrong_host' ? `${shop.origin}/` : '/'
  const isTransient = status === 429 || status >= 500
  const body = page(
    shop.name,
    home,
    problems[problem.code].title,
    html`<p>${problem.message}</p>${advice[problem.code] && html`<p>${advice[problem.code]}</p>`}
<p class="acts">${isTransient && html`<a href="">Try again</a>`}<a href="${home}">Go to the shop</a></p>`,
  )
  return { body, headers }
}

/** The answer while the shop starts: a page that refreshes itself, or 503 with plain text for programs. */
export function openingAnswer(request: Request, name: string): Response {
  const { pathname } = new URL(request.url)
  if (!wantsPage(pathname, request.headers.get('accept')))
    return new Response('The shop is opening.', { status: 503, headers: { 'Retry-After': '2', 'Content-Type': 'text/plain; charset=utf-8' } })
  const body = page(name, '/', 'The shop is opening', html`<p>It takes a few seconds. This page reloads by itself.</p>`)
  return new Response(body, { status: 503, headers: { ...headers, 'Retry-After': '2', Refresh: '2' } })
}

function page(name: string, home: string, title: string, content: ReturnType<typeof html>): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | ${name}</title>
<style>${raw(style)}</style>
</head>
<body>
<header><a href="${home}">${name}</a></header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`)
}

/** Not signed in, or wrong credentials; not allowed, or from another site; wrong host; too many. */
const refused = [401, 403, 421, 429]
/** What a request asked for: input that does not hold, or that the state of a row forbids. People do that by mistake. */
const turnedAway = [400, 405, 409, 413, 415, 422]
const maxLines = 60

/**
 * Logs requests that were refused because of who sent them or how often, and at `info` those turned away for what they asked: which account, from which network (a
 * keyed hash), what and where. At most `maxLines` a minute of each, so that a refused caller cannot fill the disk.
 */
export function logRefusals({ log, contextFor }: Pick<Shop, 'log' | 'contextFor'>, visitors: Visitors, clock = Date.now): MiddlewareHandler {
  let since = Number.NEGATIVE_INFINITY
  let lines = { warn: 0, info: 0 }
  return async (c, next) => {
    await next()
    const { status } = c.res
    const level = refused.includes(status) ? 'warn' : turnedAway.includes(status) ? 'info' : null
    if (!level) return
    if (clock() - since >= 60_000) [since, lines] = [clock(), { warn: 0, info: 0 }]
    if (++lines[level] > maxLines) return
    const address = visitors.addressOf(c)
    const network = address && contextFor().services.secrets.blind(`log ${address}`).slice(0, 12)
    const facts = { status, method: c.req.method, path: withoutSecrets(c.req.path), user: c.get('userId') ?? null, network }
    log[level](facts, lines[level] === maxLines ? 'request refused; no more of this minute are logged' : 'request refused')
  }
}
