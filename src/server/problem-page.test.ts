import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { Problem, type ProblemCode, problems } from '#domain/problem.ts'
import { createHttpServer } from '#server/http-server.ts'
import { answerProblems, openingAnswer } from '#server/problem-responses.ts'

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const silent = { info: () => {}, warn: () => {}, error: () => {} }

function ask(error: unknown, path = '/products', headers: Record<string, string> = browser) {
  const app = new Hono()
  app.onError(answerProblems({ log: silent, facts: { name: 'Shoes & <Sons>', origin: 'https://shop.example' } }))
  app.all('*', () => {
    throw error
  })
  return app.request(`http://127.0.0.1:3000${path}`, { headers })
}

/** Nothing of a page may be stopped by its own policy. */
function expectAllowed(html: string, policy: string) {
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] as string
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(html).not.toMatch(/<script|style=|<link|<img|url\(/)
}

describe('a problem, for people', () => {
  it.each(['cross_site', 'too_large', 'wrong_host', 'too_many', 'unavailable', 'internal'] as ProblemCode[])(
    '%s is a page that says what to do',
    async (code) => {
      const answer = await ask(new Problem(code, { detail: 'Please wait a minute' }))
      const html = await answer.text()
      expect(answer.status).toBe(problems[code].status)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(html).toContain(`<h1>${problems[code].title}</h1>`)
      expect(html).toMatch(code === 'too_many' ? 'Please wait a minute, then try again.' : problems[code].message)
      expect(html).toMatch(/(go|back|use|try|again)/i)
      expect(html).toContain('Shoes &amp; &lt;Sons&gt;')
      expectAllowed(html, answer.headers.get('content-security-policy') as string)
    },
  )

  it('leads home, from a wrong name to the right one', async () => {
    expect(await (await ask(new Problem('cross_site'))).text()).toContain('<a href="/">Go to the shop</a>')
    expect(await (await ask(new Problem('wrong_host'))).text()).toContain('<a href="https://shop.example/">Go to the shop</a>')
  })

  it('says when to come back where that helps', async () => {
    expect((await ask(new Problem('too_many', { retryAfter: 60, detail: 'Please wait a minute' }))).headers.get('retry-after')).toBe('60')
    expect((await ask(new Problem('unavailable'))).headers.get('retry-after')).toBe('5')
    for (const code of ['cross_site', 'too_large', 'wrong_host'] as const) {
      const answer = await ask(new Problem(code))
      expect(answer.headers.get('retry-after')).toBeNull()
      expect(await answer.text()).not.toContain('Try again')
    }
    expect(await (await ask(new Problem('unavailable'))).text()).toContain('<a href="">Try again</a>')
  })

  it('tells nothing of a fault, nor repeats the address', async () => {
    const html = await (await ask(new Error('password=hunter2'), '/<script>alert(1)</script>?a="><b>')).text()
    expect(html).toContain(problems.internal.message)
    expect(html).not.toMatch(/hunter2|alert/)
  })

  it.each([
    ['/api/products', browser],
    ['/products.data', { accept: '*/*' }],
    ['/products', {}],
  ])('at %s for %j stays JSON', async (path, headers) => {
    const answer = await ask(new Problem('unavailable'), path, headers as Record<string, string>)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(((await answer.json()) as { error: { code: string } }).error.code).toBe('unavailable')
  })
})

describe('before the shop is open', () => {
  it('a visitor sees a page that looks again by itself, a program a word, and then what was asked for', async () => {
    const httpServer = createHttpServer((request) => openingAnswer(request, 'Viatu'))
    const url = `http://127.0.0.1:${await httpServer.listen(0, '127.0.0.1')}/products`
    try {
      const page = await fetch(url, { headers: browser })
      expect([page.status, page.headers.get('refresh'), page.headers.get('retry-after')]).toEqual([503, '2', '2'])
      const html = await page.text()
      expect(html).toContain('The shop is opening')
      expectAllowed(html, page.headers.get('content-security-policy') as string)
      const word = await fetch(url)
      expect([word.status, word.headers.get('refresh'), await word.text()]).toEqual([503, null, 'The shop is opening.'])
      httpServer.open(() => new Response('shoes'))
      expect(await (await fetch(url, { headers: browser })).text()).toBe('shoes')
    } finally {
      await httpServer.close()
    }
  })
})
