import { readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import { type Problem, type ProblemCode, problemStatus, problems } from '#domain/problem.ts'
import type { ShopFacts } from '#domain/shop.ts'
import { hashOf } from '#server/security.ts'

/** What to do about it, where the message itself does not say. */
const ways: Partial<Record<ProblemCode, string>> = {
  cross_site: 'Nothing was changed. Go to the shop itself and do it from there.',
  too_large: 'Nothing was changed. Go back and send less at once.',
  wrong_host: 'Please use the address of the shop itself.',
}

const style = readFileSync(new URL('./problem-page.css', import.meta.url), 'utf8')
/** It needs nothing but itself: it is shown when other things do not work. */
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

/** Whether a person is looking: a browser that opens a page says so, a script that asks for data does not. */
export function wantsPage(path: string, accept: string | null | undefined): boolean {
  return !path.startsWith('/api/') && (accept ?? '').includes('text/html')
}

/** A refusal or a fault that no page of the router can show, for people. */
export function problemPage(problem: Problem, shop: Pick<ShopFacts, 'name' | 'origin'>): { body: string; headers: Record<string, string> } {
  const status = problemStatus(problem)
  // Under a wrong name every address is refused; otherwise the name that was used is as good as any, and holds the cart.
  const home = problem.code === 'wrong_host' ? `${shop.origin}/` : '/'
  const isTransient = status === 429 || status >= 500
  const body = page(
    shop.name,
    home,
    problems[problem.code].title,
    html`<p>${problem.message}</p>${ways[problem.code] && html`<p>${ways[problem.code]}</p>`}
<p class="acts">${isTransient && html`<a href="">Try again</a>`}<a href="${home}">Go to the shop</a></p>`,
  )
  return { body, headers }
}

/** Until the shop is open: a page that looks again by itself, or a word to a program. */
export function openingAnswer(request: Request, name: string): Response {
  const { pathname } = new URL(request.url)
  if (!wantsPage(pathname, request.headers.get('accept')))
    return new Response('The shop is opening.', { status: 503, headers: { 'Retry-After': '2', 'Content-Type': 'text/plain' } })
  const body = page(name, '/', 'The shop is opening', html`<p>It takes a few seconds. This page looks again by itself.</p>`)
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
