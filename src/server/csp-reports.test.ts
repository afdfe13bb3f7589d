import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { reportRoute } from '#server/security.ts'
import { useApp } from '../../test/app.ts'

const older = (report: object) => ({ 'csp-report': { 'violated-directive': 'script-src', 'blocked-uri': 'inline', ...report } })
const newer = (...bodies: object[]) =>
  bodies.map((body) => ({
    type: 'csp-violation',
    url: 'https://shop.example/order/1?key=secret',
    body: { effectiveDirective: 'script-src', ...body },
  }))

function reportApp() {
  let now = 0
  const lines: Record<string, unknown>[] = []
  const app = new Hono()
  const log = { info: () => {}, warn: (facts: Record<string, unknown>) => void lines.push(facts), error: () => {} }
  reportRoute(app, log, () => now)
  const send = async (body: unknown) =>
    (await app.request('/csp-reports', { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })).status
  return { send, lines, wait: (ms: number) => (now += ms) }
}

describe('a report about the content policy', () => {
  it.each([
    [
      'an older browser',
      older({ 'effective-directive': 'script-src-elem', 'blocked-uri': 'https://evil.example/x.js?t=1' }),
      'script-src-elem',
      'evil.example',
    ],
    ['a very old one', older({ 'violated-directive': "script-src 'self'" }), 'script-src', 'inline'],
    ['a newer one', newer({ blockedURL: 'https://evil.example:8443/steal?phone=0712345678' }), 'script-src', 'evil.example:8443'],
    ['one about a picture', newer({ effectiveDirective: 'img-src', blockedURL: 'data:image/png;base64,AAAA' }), 'img-src', 'data'],
    ['one who makes things up', newer({ effectiveDirective: 'call 0712345678', blockedURL: 'my\nline' }), 'call', 'unknown'],
    ['one who makes up more', newer({ effectiveDirective: '<b>', blockedURL: '' }), 'unknown', 'unknown'],
  ])('of %s is one line with a directive and a host', async (_, body, directive, blocked) => {
    const { send, lines } = reportApp()
    expect(await send(body)).toBe(204)
    expect(lines).toEqual([{ directive, blocked }])
  })

  it.each(['', 'no json', 'null', '[]', '{}', '[{"body":null}]', '{"csp-report":[]}'])('that says %j is heard and forgotten', async (body) => {
    const { send, lines } = reportApp()
    expect([await send(body), lines]).toEqual([204, []])
  })

  it('fills no log: ten lines in a minute', async () => {
    const { send, lines, wait } = reportApp()
    for (let n = 0; n < 6; n++) await send(newer(...Array(5).fill({ blockedURL: 'inline' })))
    expect(lines).toHaveLength(10)
    wait(59_999)
    await send(older({}))
    expect(lines).toHaveLength(10)
    wait(1)
    await send(older({}))
    expect(lines).toHaveLength(11)
  })
})

describe('the route for reports', () => {
  const app = useApp()
  const send = (body: unknown) =>
    app.ask('POST', '/csp-reports', { body, headers: { 'content-type': 'application/reports+json', 'sec-fetch-site': 'cross-site' } })

  it('takes them as browsers send them, and none above 16 KB', async () => {
    expect((await send(newer({ blockedURL: 'inline' }))).status).toBe(204)
    expect(app.logged.filter(({ level }) => level === 'warn')).toHaveLength(1)
    expect((await send(newer({ blockedURL: 'x'.repeat(17 * 1024) }))).status).toBe(413)
  })
})
