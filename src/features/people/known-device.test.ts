import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anonymous } from '#core/context.ts'
import type { KnownDevice } from '#domain/session.ts'
import { resetPassword } from '#features/people/change-password.ts'
import { beginSecondFactor, confirmSecondFactor, passSecondFactor } from '#features/people/change-second-factor.ts'
import { requestRecovery } from '#features/people/email-requests.ts'
import { deviceCookie, knownDevice, signOut } from '#features/people/sessions.ts'
import { type Challenged, signIn } from '#features/people/sign-in.ts'
import { type Account, account, cookieOf, device, entered, goodPassword, refusalOf, signedIn, tokenOf } from '../../../test/accounts.ts'
import { as, contextOn, later, secrets, shopFacts, type TestContext } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { codeOf } from '../../../test/totp.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database)
const services = { secrets, shop: shopFacts }
const deviceIn = (cookies: string[], where = services) => knownDevice(where, new Headers({ cookie: cookieOf(cookies) }))
const from = (address: string, known: KnownDevice | null = null) => as(ctx(), { ...anonymous, address, device: known })
const attempt = (where: TestContext, name: { email: string } | { phone: string }, password = 'wrong-password') =>
  refusalOf(signIn(where, { ...name, password }, device))

/** Strangers who try passwords until the limit stops them. */
async function besiege({ email }: Account) {
  await database.db.execute(sql`delete from rate_limits`)
  for (let network = 0; network < 12; network++)
    for (let tries = 0; tries < 5; tries++) expect(await attempt(from(`197.1.1.${network}`), { email })).toBe('invalid_credentials')
  expect(await attempt(from('197.1.2.1'), { email })).toBe('too_many')
}

describe('a browser that somebody has signed in with', () => {
  it('is let in whatever strangers do, and counted by itself', async () => {
    const who = await account(database)
    const { cookies } = await signedIn(from('41.90.1.1'), who)
    const known = deviceIn(cookies)
    expect(known).toEqual({ userId: who.id, id: expect.any(String) })
    await besiege(who)
    expect(await attempt(from('41.90.1.1'), who, goodPassword), 'a stranger, with the right password').toBe('too_many')
    for (let tries = 0; tries < 5; tries++) expect(await attempt(from('41.90.1.1', known), who)).toBe('invalid_credentials')
    expect(await attempt(from('41.90.1.2', known), { phone: who.phone }, goodPassword)).toBe('too_many')
    const soon = later(from('41.90.1.2', known), '61 seconds')
    expect(await attempt(soon, { phone: who.phone }, goodPassword)).toBe('not refused')
    for (let tries = 0; tries < 5; tries++) expect(await attempt(soon, who), 'coming in cleared the count').toBe('invalid_credentials')
  })

  it('is a stranger to every other account', async () => {
    const [who, other] = [await account(database), await entered(database)]
    await besiege(who)
    expect(await attempt(from('41.90.1.3', deviceIn(other.cookies)), who, goodPassword)).toBe('too_many')
  })

  it('stays the same device, after signing out as well, until somebody else signs in with it', async () => {
    const who = await entered(database)
    const known = deviceIn(who.cookies)
    const again = await signedIn(as(ctx(), { ...who.actor, device: known }), who)
    expect(deviceIn(again.cookies)).toEqual(known)
    expect((await signOut(as(ctx(), again.actor))).cookies.join()).not.toContain('device')
    const other = await signedIn(as(ctx(), { ...anonymous, device: known }), await account(database))
    expect(deviceIn(other.cookies)).toEqual({ userId: other.session.user.id, id: expect.any(String) })
    expect(deviceIn(other.cookies)?.id).not.toBe(known?.id)
  })

  it('is not known by the password alone where a code has to follow', async () => {
    const boss = await entered(database, { isAdmin: true })
    const { uri, backup_codes } = await beginSecondFactor(as(ctx(), boss.actor), { password: goodPassword }, device)
    await confirmSecondFactor(as(ctx(), boss.actor), { code: codeOf(uri) }, device)
    const { challenge, cookies } = (await signIn(ctx(), { email: boss.email, password: goodPassword }, device)) as Challenged
    expect(deviceIn(cookies)).toBe(null)
    const passed = await passSecondFactor(ctx(), { challenge, code: backup_codes[0] }, device)
    expect(deviceIn(passed.cookies)).toMatchObject({ userId: boss.id })
  })
})

it('whoever uses a recovery link gets in, whatever strangers do', async () => {
  const who = await account(database)
  await besiege(who)
  await requestRecovery(ctx(), { email: who.email })
  const token = await tokenOf(database, who.email, 'recover-password')
  const { cookies } = await resetPassword(from('41.90.1.4'), { token, password: 'nyumba-yangu-7' })
  expect(await attempt(from('41.90.1.4'), who, 'nyumba-yangu-7')).toBe('too_many')
  expect(await attempt(from('41.90.1.4', deviceIn(cookies)), who, 'nyumba-yangu-7')).toBe('not refused')
})

it('e-mail and phone of one account are one account to those who try passwords', async () => {
  const who = await account(database)
  for (let tries = 0; tries < 5; tries++) await attempt(from('41.90.2.1'), who)
  expect(await attempt(from('41.90.2.1'), { phone: who.phone })).toBe('too_many')
  await database.db.execute(sql`delete from rate_limits`)
  for (let tries = 0; tries < 5; tries++) await attempt(from('41.90.2.1'), { phone: '+254711000111' })
  expect(await attempt(from('41.90.2.1'), { phone: '0711000111' }), 'nobody’s, however it is written').toBe('too_many')
})

describe('the cookie of a browser', () => {
  const known = { userId: '00000000-0000-4000-8000-000000000001', id: '00000000-0000-4000-8000-000000000002' }

  it('cannot be read by scripts, lives 400 days, and belongs to this host alone under https', () => {
    expect(deviceCookie(services, known.userId, known)).toMatch(/^viatu\.device=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
    const secure = { secrets, shop: { ...shopFacts, origin: 'https://shop.example' } }
    const cookie = deviceCookie(secure, known.userId, known)
    expect(cookie).toMatch(/^__Host-viatu\.device=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(deviceIn([cookie], secure)).toEqual(known)
    expect(deviceIn([cookie])).toBe(null)
  })

  it('is written by nobody but the shop', () => {
    const [name, value] = cookieOf([deviceCookie(services, known.userId, known)]).split('=') as [string, string]
    expect(knownDevice(services, new Headers({ cookie: `a=b; ${name}=${value}` }))).toEqual(known)
    const [userId, id, seal] = value.split('.') as [string, string, string]
    for (const forged of [
      '',
      'x',
      `${userId}.${id}`,
      `${userId}.${id}.`,
      `${userId}.${userId}.${seal}`,
      `${id}.${userId}.${seal}`,
      `${value}x`,
      '%00',
    ])
      expect(knownDevice(services, new Headers({ cookie: `${name}=${forged}` })), forged).toBe(null)
    expect(knownDevice(services, new Headers())).toBe(null)
  })
})
