import { readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import { type Problem, type ProblemCode, problemStatus, problems } from '#domain/problem.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { hashOf } from '#server/security.ts'

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
export function wantsPage(path: string, accept: string | null | undefined): boolean {
  return !path.startsWith('/api/') && (accept ?? '').includes('text/html')
}

/** The HTML page of a refusal or fault outside React Router. */
export function problemPage(problem: Problem, shop: Pick<ShopFacts, 'name' | 'origin'>): { body: string; headers: Record<string, string> } {
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
