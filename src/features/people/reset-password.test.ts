import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { lookAtReset, resetPassword } from '#features/people/change-password.ts'
import { requestRecovery } from '#features/people/email-requests.ts'
import { findActor } from '#features/people/find-actor.ts'
import { signIn } from '#features/people/sign-in.ts'
import { account, device, entered, goodPassword, postOf, refusalOf, tokenOf } from '../../../test/accounts.ts'
import { contextOn, later, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database)
const password = 'nyumba-yangu-7'

async function recovering(who: { email: string }): Promise<string> {
  await requestRecovery(ctx(), { email: who.email })
  return tokenOf(database, who.email, 'recover-password')
}

describe('recovering a password', () => {
  it('says the same of an address that nobody has, and writes nobody an e-mail', async () => {
    const { email } = await account(database)
    expect(await requestRecovery(ctx(), { email: 'nobody@example.com' })).toEqual(await requestRecovery(ctx(), { email: email.toUpperCase() }))
    expect((await postOf(database, email)).map(({ kind }) => kind)).toEqual(['recover-password'])
    expect(await postOf(database, 'nobody@example.com')).toEqual([])
    expect(await rowsOf(database, sql`select from messages where text is null`)).toEqual([])
  })

  it('is limited for an address, known or not', async () => {
    const { email } = await account(database)
    for (const each of [email, 'nobody-else@example.com']) {
      for (let count = 0; count < 3; count++) await requestRecovery(ctx(), { email: each })
      expect(await refusalOf(requestRecovery(ctx(), { email: each }))).toBe('too_many')
    }
  })

  it('refuses what is no address', async () => expect(await refusalOf(requestRecovery(ctx(), { email: 'a@b\r\nBcc: c@d.e' }))).toBe('bad_input'))
})

describe('a recovery link', () => {
  it('sets a new password once, ends every session, and tells the owner', async () => {
    const who = await entered(database)
    const token = await recovering(who)
    for (let look = 0; look < 3; look++) expect(await lookAtReset(ctx(), token)).toEqual({ userId: who.id })
    expect(await resetPassword(ctx(), { token, password })).toMatchObject({ userId: who.id, email: who.email })
    expect(await refusalOf(resetPassword(ctx(), { token, password: 'another-one-8' }))).toBe('reset_link_invalid')
    expect(await refusalOf(lookAtReset(ctx(), token))).toBe('reset_link_invalid')
    expect(await findActor(ctx(), who.token)).toBe(null)
    expect(await refusalOf(signIn(ctx(), { email: who.email, password: goodPassword }, device))).toBe('invalid_credentials')
    expect(await refusalOf(signIn(ctx(), { email: who.email, password }, device))).toBe('not refused')
    expect((await postOf(database, who.email)).at(-1)?.kind).toBe('password-changed')
  })

  it('is for one only, when two come at once', async () => {
    const token = await recovering(await account(database))
    const went = await Promise.all(['first-one-1', 'second-one-2'].map((each) => refusalOf(resetPassword(ctx(), { token, password: each }))))
    expect(went.sort()).toEqual(['not refused', 'reset_link_invalid'])
  })

  it('is over after an hour, and for another purpose', async () => {
    const who = await account(database, { isProved: false })
    const token = await recovering(who)
    expect(await refusalOf(resetPassword(later(ctx(), '61 minutes'), { token, password }))).toBe('reset_link_invalid')
    expect(await refusalOf(resetPassword(ctx(), { token: await tokenOf(database, who.email, 'verify-address'), password }))).toBe(
      'reset_link_invalid',
    )
    expect(await refusalOf(resetPassword(ctx(), { token, password }))).toBe('not refused')
  })

  it('opens while it is among the last three, whoever asked for the others', async () => {
    const who = await account(database)
    const tokens = [await recovering(who), await recovering(who), await recovering(who)]
    expect(await refusalOf(requestRecovery(ctx(), { email: who.email })), 'as many as are sent in an hour').toBe('too_many')
    for (const token of tokens) expect(await lookAtReset(ctx(), token)).toEqual({ userId: who.id })
    await database.db.execute(sql`delete from rate_limits`)
    tokens.push(await recovering(who))
    const went = () => Promise.all(tokens.map((token) => refusalOf(lookAtReset(ctx(), token))))
    expect(await went()).toEqual(['reset_link_invalid', 'not refused', 'not refused', 'not refused'])
    await resetPassword(ctx(), { token: tokens[1], password })
    expect(await went(), 'one used is all used').toEqual(Array(4).fill('reset_link_invalid'))
  })

  it('that was used, or that a new password voided, does not count against the next one', async () => {
    const who = await account(database)
    for (let count = 0; count < 3; count++) await recovering(who)
    expect(await refusalOf(requestRecovery(ctx(), { email: who.email }))).toBe('too_many')
    await resetPassword(ctx(), { token: await tokenOf(database, who.email, 'recover-password'), password })
    expect(await refusalOf(resetPassword(ctx(), { token: await recovering(who), password: 'another-one-8' }))).toBe('not refused')
  })

  it('is not used up by a weak password', async () => {
    const token = await recovering(await account(database))
    expect(await refusalOf(resetPassword(ctx(), { token, password: 'short' }))).toBe('weak_password')
    expect(await refusalOf(resetPassword(ctx(), { token, password }))).toBe('not refused')
  })

  it('proves the address of whoever opens it', async () => {
    const who = await account(database, { isProved: false })
    await resetPassword(ctx(), { token: await recovering(who), password })
    expect(await refusalOf(signIn(ctx(), { email: who.email, password }, device))).toBe('not refused')
  })

  it.each([undefined, null, '', 5, 'x'.repeat(1000)])('is not %j', async (token) =>
    expect(await refusalOf(resetPassword(ctx(), { token, password }))).toBe('reset_link_invalid'),
  )
})
