import { describe, expect, it } from 'vitest'
import { theShop } from '#core/context.ts'
import { queueMail, sendMails } from '#features/mail/message-queue.ts'
import { recoverPasswordEmail } from '#features/mail/templates/account-emails.ts'
import { useApp } from '../test/app.ts'
import { contextOn, shopFacts } from '../test/checkout.ts'

const demo = { ...shopFacts, demo: { phoneUrl: null, outboxUrl: '/outbox' } }
const app = useApp({ facts: demo })
const open = useApp({ facts: demo, demoAccess: 'open' })
const closed = useApp({ facts: demo, demoAccess: 'closed' })
const live = useApp()
const link = `${shopFacts.origin}/auth?type=recovery&token=a1`

async function keep(to = 'wanjiku@example.com') {
  await queueMail(app.database, { to, userId: null, ...recoverPasswordEmail({ shop: shopFacts, name: 'Wanjiku', link }) })
  await sendMails(contextOn(app.database, { actor: theShop }))
  const { body } = await app.ask('GET', '/outbox')
  return /href="(\/outbox\/[^"]+)"/.exec(body)?.[1] as string
}
const policyOf = async (path: string) => (await app.ask('GET', path)).headers.get('content-security-policy') ?? ''

describe('the outbox of a demo', () => {
  it('says what it is, and lists e-mails, newest first', async () => {
    expect((await app.ask('GET', '/outbox')).body).toContain('No e-mails yet')
    await keep('first@example.com')
    await keep('second@example.com')
    const { status, headers, body } = await app.ask('GET', '/outbox')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toContain('anybody who can open the demo can read it')
    expect(body.indexOf('second@example.com')).toBeLessThan(body.indexOf('first@example.com'))
  })

  it('shows an e-mail in a frame that runs nothing, and its text with its link', async () => {
    const path = await keep()
    const { body } = await app.ask('GET', path)
    expect(body).toContain(
      `<iframe src="${path}/letter" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"`,
    )
    expect(body).toContain(`<a href="${link.replace('&', '&amp;')}">`)
    const framed = await app.ask('GET', `${path}/letter`)
    expect(framed.body).toContain('<base target="_top">')
    const policy = framed.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^sandbox [^;]*; default-src 'none'; style-src 'unsafe-inline';/)
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|allow-forms/)
  })

  it('runs no script but the one that looks for new e-mails', async () => {
    const path = await keep()
    expect(await policyOf('/outbox')).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+';/)
    expect(await policyOf(path)).toMatch(/^default-src 'none'; script-src 'none'; style-src 'sha256-[^']+';/)
  })

  it('knows no other e-mails', async () => {
    for (const path of ['/outbox/nothing', '/outbox/00000000-0000-4000-8000-000000000000', '/outbox/00000000-0000-4000-8000-000000000000/letter'])
      expect((await app.ask('GET', path)).status).toBe(404)
  })
})

describe('the outbox of a demo that others can reach', () => {
  const unknown = '/outbox/00000000-0000-4000-8000-000000000000'
  const statusOf = async (at: typeof app, path: string, headers: Record<string, string>, from: string) =>
    (await at.fetch('GET', path, { headers }, from)).status

  it('is for this machine: others, proxies and pages of other sites find nothing', async () => {
    const path = await keep()
    for (const each of ['/outbox', path, `${path}/letter`]) {
      expect(await statusOf(app, each, { host: '127.0.0.1:3000' }, '127.0.0.1')).toBe(200)
      expect(await statusOf(app, each, { host: '127.0.0.1:3000' }, '::ffff:127.0.0.1')).toBe(200)
      expect(await statusOf(app, each, { host: '127.0.0.1:3000' }, '192.168.1.9')).toBe(404)
      expect(await statusOf(app, each, { host: '127.0.0.1:3000', 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1')).toBe(404)
      expect(await statusOf(app, each, { host: '127.0.0.1:3000', forwarded: 'for=127.0.0.1' }, '127.0.0.1')).toBe(404)
      expect(await statusOf(app, each, { host: 'evil.example' }, '127.0.0.1')).toBe(421)
      expect(await statusOf(closed, each, { host: '127.0.0.1:3000' }, '127.0.0.1')).toBe(404)
    }
  })

  it('is for everybody when the switch says so', async () => {
    expect(await statusOf(open, '/outbox', { host: '127.0.0.1:3000', 'x-forwarded-for': '41.90.1.2' }, '192.168.1.9')).toBe(200)
    expect(await statusOf(open, unknown, { host: '127.0.0.1:3000' }, '192.168.1.9')).toBe(404)
  })
})

describe('any other shop', () => {
  it('has no outbox', () => {
    const paths = live.routes().map(({ path }) => path)
    expect(paths.filter((path) => path.includes('outbox'))).toEqual([])
  })
})
