import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { anonymous } from '#core/context.ts'
import { logRefusals } from '#server/problem-responses.ts'
import { account, cookieOf, entered, goodPassword, postOf, tokenOf } from '../../test/accounts.ts'
import { useApp } from '../../test/app.ts'
import { contextOn, newPhone } from '../../test/checkout.ts'

const app = useApp({ isWalk: true })
const db = app.database
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const session = async (headers: Record<string, string>) => (await app.ask('GET', '/api/auth/session', { headers })).body.session
const fresh = (changes: Record<string, unknown> = {}) => ({
  email: `${Math.random()}@example.com`,
  password: goodPassword,
  metadata: { full_name: 'Wanjiku Kamau', phone: newPhone() },
  ...changes,
})

describe('the calls of a new account', () => {
  it('lead from signing up to being signed in, and out again', async () => {
    const sent = fresh({ redirect: 'https://evil.example/signin' })
    const up = await app.ask('POST', '/api/auth/sign-up', { body: sent, headers: { 'x-forwarded-host': 'evil.example' } })
    expect([up.status, up.body]).toEqual([201, { user: { id: expect.any(String), email: sent.email }, session: null }])
    const enter = () => app.ask('POST', '/api/auth/sign-in', { body: { email: sent.email, password: goodPassword } })
    expect((await enter()).body.error).toMatchObject({ code: 'email_not_confirmed', title: 'Sign in failed' })
    expect(JSON.stringify(await postOf(db, sent.email))).not.toContain('evil')
    const token = await tokenOf(db, sent.email, 'verify-address')
    for (const method of ['GET', 'HEAD']) expect((await app.fetch(method, `/api/auth/verify?type=signup&token=${token}`)).status).toBe(204)
    expect((await app.ask('POST', '/api/auth/verify', { body: { token, type: 'signup', password: goodPassword } })).body).toEqual({
      user: { email: sent.email },
    })
    expect((await app.ask('POST', '/api/auth/verify', { body: { token, type: 'signup', password: goodPassword } })).body.error.code).toBe(
      'link_invalid',
    )
    const entered = await enter()
    expect(entered.body).toMatchObject({
      challenge: null,
      session: { user: { id: up.body.user.id }, access_token: expect.any(String), refresh_token: null, name: 'Wanjiku Kamau' },
    })
    const cookie = cookieOf(entered.headers.getSetCookie())
    expect(await session({ cookie })).toMatchObject({ user: { id: up.body.user.id } })
    expect(JSON.stringify(await session({ cookie })), 'a page learns nothing secret').not.toContain(entered.body.session.access_token)
    const user = await app.ask('GET', '/api/auth/user', { headers: bearer(entered.body.session.access_token) })
    expect(user.body).toMatchObject({ email: sent.email, email_verified: true, user_metadata: { full_name: 'Wanjiku Kamau' } })
    const out = await app.ask('POST', '/api/auth/sign-out', { headers: { cookie } })
    expect([out.status, out.headers.getSetCookie()]).toEqual([204, [expect.stringContaining('Max-Age=0')]])
    expect(await session({ cookie }), 'the old cookie is dead').toBe(null)
    expect((await app.ask('GET', '/api/auth/user', { headers: bearer(entered.body.session.access_token) })).status).toBe(401)
  })

  it('answer as the specification says', async () => {
    const who = await account(db)
    const refusal = async (method: string, path: string, body?: unknown, headers = {}) => {
      const answer = await app.ask(method, path, { body, headers })
      return [answer.status, answer.body.error.title, answer.body.error.message]
    }
    expect(await refusal('GET', '/api/auth/user')).toEqual([401, 'Sign in first', 'Auth session missing!'])
    expect(await refusal('POST', '/api/auth/sign-in', { email: who.email })).toEqual([
      400,
      'Sign in failed',
      'You must provide either an email or phone number and a password',
    ])
    expect(await refusal('POST', '/api/auth/sign-in', { email: who.email, password: 'wrong-password' })).toEqual([
      401,
      'Invalid credentials',
      'Invalid login credentials',
    ])
    const { email, password, metadata } = fresh()
    for (const body of [{ password, metadata: { ...metadata, phone: ' ' } }, { email, metadata }, {}])
      expect(await refusal('POST', '/api/auth/sign-up', body)).toEqual([
        400,
        'Sign up failed',
        'You must provide either an email or phone number and a password',
      ])
    expect((await app.ask('POST', '/api/auth/sign-up', { body: { email, password } })).body.error).toMatchObject({ code: 'bad_input' })
    expect(await refusal('POST', '/api/auth/sign-up', fresh({ email: who.email }))).toEqual([
      409,
      'Account Already Exists',
      "This email is already registered. Please sign in instead or use the 'Forgot Password' option if you need to reset your password.",
    ])
    expect(await refusal('POST', '/api/auth/sign-up', fresh({ password: 'Mambo2026' }))).toEqual([
      422,
      'Invalid password',
      'Please check password requirements.',
    ])
    expect(await refusal('POST', '/api/auth/session', { access_token: 'guessed' })).toEqual([
      400,
      'Invalid reset link',
      'This password reset link is invalid or has expired. Please request a new one.',
    ])
    for (let count = 0; count < 5; count++) await app.ask('POST', '/api/auth/sign-in', { body: { email: who.email, password: 'wrong-password' } })
    const limited = await app.ask('POST', '/api/auth/sign-in', { body: { email: who.email, password: goodPassword } })
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(limited.body.error.message).toMatch(/wait/)
  })
})

describe('recovery', () => {
  it('sets a session with the token of the link, and with it a new password, once', async () => {
    const who = await entered(db)
    const answers = await Promise.all(
      [who.email, 'nobody@example.com'].map((email) => app.ask('POST', '/api/auth/recover', { body: { email, redirect: 'https://evil.example' } })),
    )
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [204, ''],
      [204, ''],
    ])
    const token = await tokenOf(db, who.email, 'recover-password')
    expect((await app.ask('GET', `/api/auth/recover?token=${token}`)).status).toBe(204)
    const set = await app.ask('POST', '/api/auth/session', { body: { access_token: token, refresh_token: token, type: 'recovery' } })
    expect(set.body.session).toMatchObject({ access_token: token, type: 'recovery', user: { id: who.id } })
    expect(set.headers.getSetCookie()).toEqual([])
    for (const path of ['/api/auth/user', '/api/auth/export', `/api/profiles/${who.id}`])
      expect((await app.ask('GET', path, { headers: bearer(token) })).status, path).toBe(401)
    expect((await app.ask('PATCH', '/api/auth/user', { body: { password: 'short' }, headers: bearer(token) })).body.error.code).toBe('weak_password')
    const update = () => app.ask('PATCH', '/api/auth/user', { body: { password: 'nyumba-yangu-7' }, headers: bearer(token) })
    const updated = await update()
    expect(updated.body).toEqual({ user: { id: who.id }, session: null })
    const cookie = cookieOf(updated.headers.getSetCookie())
    expect(cookie).toMatch(/^viatu\.device=[^;]+$/)
    expect((await update()).body.error.code).toBe('reset_link_invalid')
    expect(await session({ cookie: who.cookie }), 'every device is signed out').toBe(null)
    const enter = (password: string, headers = {}) => app.ask('POST', '/api/auth/sign-in', { body: { email: who.email, password }, headers })
    for (let tries = 0; tries < 6; tries++) await enter('wrong-password')
    expect((await enter('nyumba-yangu-7')).status, 'a stranger').toBe(429)
    expect((await enter('nyumba-yangu-7', { cookie })).status, 'the browser that used the link').toBe(200)
  })
})

describe('the redirect of an e-mail', () => {
  const linkOf = async (email: string) => new URL(/http\S+token=\S+/.exec((await postOf(db, email)).at(-1)?.text ?? '')?.[0] ?? 'about:blank')
  const asked = async (redirect?: unknown) => {
    const who = await account(db)
    expect((await app.ask('POST', '/api/auth/recover', { body: { email: who.email, redirect } })).status).toBe(204)
    return linkOf(who.email)
  }
  const told = ({ origin, pathname, searchParams }: URL) => ({ origin, pathname, type: searchParams.get('type'), next: searchParams.get('next') })
  const here = { origin: 'http://localhost', type: 'recovery', next: null }

  it.each([
    ['http://localhost/password-reset', '/password-reset', null],
    ['/auth', '/auth', null],
    ['http://localhost/sign%20in?from=app', '/sign%20in', null],
    ['http://localhost/dashboard/orders?page=2', '/reset-password', '/dashboard/orders?page=2'],
    ['http://localhost/', '/reset-password', '/'],
  ])('%s is honoured', async (redirect, pathname, next) => {
    const link = await asked(redirect)
    expect(told(link)).toEqual({ ...here, pathname, next })
    const token = link.searchParams.get('token')
    expect((await app.ask('GET', `/api/auth/recover?token=${token}`)).status).toBe(204)
    expect(link.searchParams.get('from')).toBe(redirect.includes('from=app') ? 'app' : null)
  })

  it.each([undefined, 'https://evil.example/reset-password', '/?token=mine&type=signup'])(
    '%j leads nowhere but to the shop’s own page',
    async (redirect) => {
      const link = await asked(redirect)
      expect(told(link)).toMatchObject({ ...here, pathname: '/reset-password', next: redirect?.startsWith('/?') ? redirect : null })
      expect(link.searchParams.getAll('token')).toHaveLength(1)
      expect(link.hash).toBe('')
    },
  )

  it('that is no text, or too long, is refused beside the field', async () => {
    for (const redirect of [7, {}, `/${'x'.repeat(500)}`]) {
      const { status, body } = await app.ask('POST', '/api/auth/recover', { body: { email: 'w@example.com', redirect } })
      expect([status, Object.keys(body.error.fields)]).toEqual([400, ['redirect']])
    }
  })

  it('of a new account counts as well, and of its second letter', async () => {
    const sent = fresh({ redirect: 'http://localhost/affiliate' })
    await app.ask('POST', '/api/auth/sign-up', { body: sent })
    expect(told(await linkOf(sent.email))).toEqual({ ...here, pathname: '/signin', type: 'signup', next: '/affiliate' })
    await app.ask('POST', '/api/auth/resend', { body: { email: sent.email, redirect: '/sign-up' } })
    expect(told(await linkOf(sent.email))).toEqual({ ...here, pathname: '/sign-up', type: 'signup', next: null })
    await app.ask('POST', '/api/auth/resend', { body: { email: sent.email, redirect: '/reset-password' } })
    expect(told(await linkOf(sent.email)), 'that page proves no address').toEqual({
      ...here,
      pathname: '/signin',
      type: 'signup',
      next: '/reset-password',
    })
  })
})

describe('a session', () => {
  it('is no use to another site', async () => {
    const { cookie, id } = await entered(db)
    const calls: [string, string, unknown][] = [
      ['POST', '/api/auth/sign-out', undefined],
      ['POST', '/api/auth/sign-in', { email: 'a@example.com', password: 'x' }],
      ['POST', '/api/auth/delete', { password: goodPassword }],
      ['PATCH', `/api/profiles/${id}`, { address: 'Elsewhere' }],
      ['DELETE', '/api/auth/sessions', undefined],
    ]
    for (const [method, path, body] of calls) {
      for (const from of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, { origin: 'null' }] as Record<string, string>[])
        expect((await app.ask(method, path, { body, headers: { cookie, ...from } })).body.error.code).toBe('cross_site')
      if (body) {
        const plain = await app.fetch(method, path, { body: JSON.stringify(body), headers: { cookie, 'content-type': 'text/plain' } })
        expect(plain.status).toBe(415)
      }
    }
    expect(await session({ cookie })).not.toBe(null)
  })
})

describe('the log', () => {
  it('has who signed in and out, and what was refused to whom, without passwords, addresses or networks', async () => {
    const who = await account(db)
    const from = app.logged.length
    const network = '41.90.1.7'
    const ask = async (method: string, path: string, headers: Record<string, string>, body?: unknown) =>
      (await app.fetch(method, path, { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }, network)).json()
    const enter = (password: string, email = who.email) => ask('POST', '/api/auth/sign-in', {}, { email, password })
    await enter('mbio-wingu-43')
    await enter('mbio-wingu-43', 'nobody-at-all@example.com')
    const { access_token } = (await enter(goodPassword)).session
    await ask('DELETE', '/api/ads/1', bearer(access_token))
    await ask('PATCH', '/api/auth/user', bearer(access_token), { password: 'nyumba-yangu-7', current_password: 'mbio-wingu-44' })
    await ask('POST', '/api/auth/sign-in', { origin: 'https://evil.example' }, {})
    await ask('PATCH', `/api/profiles/${who.id}`, bearer(access_token), { is_affiliate: 'perhaps' })
    await app.fetch('POST', '/api/auth/sign-out', { headers: bearer(access_token) })
    const logged = app.logged.slice(from)
    expect(logged.map(({ level, message, facts }) => [level, message, facts.user, facts.code ?? facts.status ?? null])).toEqual([
      ['warn', 'sign-in refused', who.id, 'invalid_credentials'],
      ['warn', 'request refused', null, 401],
      ['warn', 'sign-in refused', null, 'invalid_credentials'],
      ['warn', 'request refused', null, 401],
      ['info', 'session begun', who.id, null],
      ['warn', 'request refused', who.id, 403],
      ['warn', 'password refused', who.id, null],
      ['warn', 'request refused', who.id, 403],
      ['warn', 'request refused', null, 403],
      ['info', 'request refused', who.id, 400],
      ['info', 'signed out', who.id, null],
    ])
    expect(logged[5]?.facts).toEqual({
      status: 403,
      method: 'DELETE',
      path: '/api/ads/1',
      user: who.id,
      network: expect.stringMatching(/^[\w-]{12}$/),
    })
    expect(new Set(logged.flatMap(({ facts }) => facts.network ?? [])).size).toBe(1)
    expect(JSON.stringify(logged)).not.toMatch(/wingu|example\.com|41\.90/)
  })

  it('has sixty refusals of a minute, and then says that there were more', async () => {
    const [lines, visitors] = [[] as string[], { addressOf: () => null, identify: () => anonymous }]
    const write = (_: object, message: string) => void lines.push(message)
    let now = 0
    const log = { info: write, warn: write, error: write }
    const refusing = new Hono()
      .use(logRefusals({ log, contextFor: () => contextOn(db) }, visitors, () => now))
      .all('/wrong', (c) => c.text('wrong', 400))
      .all('/no', (c) => c.text('no', 403))
    for (let times = 0; times < 70; times++) await refusing.request('/no')
    expect(lines).toHaveLength(60)
    expect(lines.at(-1)).toBe('request refused; no more of this minute are logged')
    await refusing.request('/wrong')
    expect(lines, 'what was asked wrongly hides no refusal').toHaveLength(61)
    now += 60_000
    await refusing.request('/no')
    expect(lines.at(-1)).toBe('request refused')
  })
})

describe('a copy of one’s data, and the end of an account', () => {
  it('come over HTTP', async () => {
    const who = await entered(db)
    const copy = await app.ask('GET', '/api/auth/export', { headers: bearer(who.token) })
    expect(copy.headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
    expect(copy.body).toMatchObject({ account: { email: who.email } })
    const gone = await app.ask('POST', '/api/auth/delete', { body: { password: goodPassword }, headers: bearer(who.token) })
    expect([gone.status, gone.headers.getSetCookie()[0]]).toEqual([204, expect.stringContaining('Max-Age=0')])
    expect(await session(bearer(who.token))).toBe(null)
  })
})
