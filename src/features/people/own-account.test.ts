import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anonymous } from '#core/context.ts'
import { changePassword, resetPassword } from '#features/people/change-password.ts'
import { changeAddress, verifyAddress } from '#features/people/email-address.ts'
import { requestRecovery } from '#features/people/email-requests.ts'
import { findActor } from '#features/people/find-actor.ts'
import { getAccount, getProfile, updateProfile } from '#features/people/profiles.ts'
import { endOtherSessions, endSession, listSessions } from '#features/people/sessions.ts'
import { signIn } from '#features/people/sign-in.ts'
import { account, device, entered, goodPassword, postOf, refusalOf, signedIn, tokenOf } from '../../../test/accounts.ts'
import { as, contextOn, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database)
const password = 'nyumba-yangu-7'

describe('changing the password', () => {
  it('ends every session and gives this device a new one', async () => {
    const who = await entered(database)
    const elsewhere = await signedIn(ctx(), who)
    const answer = await changePassword(as(ctx(), who.actor), { current_password: goodPassword, password }, device)
    expect(answer.cookies[0]).toMatch(/^viatu\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await findActor(ctx(), who.token)).toBe(null)
    expect(await findActor(ctx(), elsewhere.token)).toBe(null)
    expect(await findActor(ctx(), answer.token)).toMatchObject({ userId: who.id })
    expect((await postOf(database, who.email)).at(-1)?.kind).toBe('password-changed')
    expect(await refusalOf(signIn(ctx(), { email: who.email, password: goodPassword }, device))).toBe('invalid_credentials')
    expect(await refusalOf(signIn(ctx(), { email: who.email, password }, device))).toBe('not refused')
  })

  it('needs the old one, a good new one, and patience with tries', async () => {
    const { actor } = await entered(database)
    const change = (current_password: string, next = password) =>
      refusalOf(changePassword(as(ctx(), actor), { current_password, password: next }, device))
    expect(await change(goodPassword, 'weak')).toBe('weak_password')
    for (let count = 0; count < 5; count++) expect(await change('wrong-password')).toBe('wrong_password')
    expect(await change(goodPassword)).toBe('too_many')
    expect(await refusalOf(changePassword(ctx(), { current_password: goodPassword, password }, device))).toBe('session_missing')
  })
})

describe('changing the address', () => {
  it('waits for the link in the new mailbox, then tells the old one', async () => {
    const who = await entered(database)
    const elsewhere = await signedIn(ctx(), who)
    const email = `new-${who.email}`
    await changeAddress(as(ctx(), who.actor), { email: email.toUpperCase(), password: goodPassword })
    expect((await getAccount(as(ctx(), who.actor))).email).toBe(who.email)
    await requestRecovery(ctx(), { email: who.email })
    const old = await tokenOf(database, who.email, 'recover-password')
    expect(await verifyAddress(ctx(), 'change', { token: await tokenOf(database, email, 'confirm-new-address') })).toEqual({ email })
    expect(await getAccount(as(ctx(), who.actor))).toMatchObject({ email, email_verified: true })
    expect((await postOf(database, who.email)).at(-1)?.kind).toBe('address-changed')
    expect(await refusalOf(resetPassword(ctx(), { token: old, password })), 'what went to the old mailbox opens nothing').toBe('reset_link_invalid')
    expect(await findActor(ctx(), elsewhere.token), 'whoever was in by the old address').toBe(null)
    expect(await findActor(ctx(), who.token), 'who asked stays').not.toBe(null)
    expect(await refusalOf(signIn(ctx(), { email, password: goodPassword }, device))).toBe('not refused')
  })

  it('goes to the address that was asked for last', async () => {
    const who = await entered(database)
    const [misspelt, email] = [`nwe-${who.email}`, `new-${who.email}`]
    for (const each of [misspelt, email]) await changeAddress(as(ctx(), who.actor), { email: each, password: goodPassword })
    const verify = async (address: string) => verifyAddress(ctx(), 'change', { token: await tokenOf(database, address, 'confirm-new-address') })
    expect(await refusalOf(verify(misspelt))).toBe('link_invalid')
    expect(await verify(email)).toEqual({ email })
  })

  it('spares a mailbox, however many ask, and leaves the e-mails of whoever signs up with it', async () => {
    const email = 'stranger@example.com'
    const went: string[] = []
    for (let people = 0; people < 3; people++) {
      const mine = as(ctx(), (await entered(database)).actor)
      for (let count = 0; count < 2; count++) went.push(await refusalOf(changeAddress(mine, { email, password: goodPassword })))
    }
    expect(went).toEqual([...Array(3).fill('not refused'), ...Array(3).fill('too_many')])
    await account(database, { email, isProved: false })
    expect((await postOf(database, email)).map(({ kind }) => kind)).toEqual([...Array(3).fill('confirm-new-address'), 'verify-address'])
  })

  it('answers the same about an address that somebody has, and one that somebody takes meanwhile stays theirs', async () => {
    const [who, other] = [await entered(database), await account(database)]
    const mine = as(ctx(), who.actor)
    expect(await changeAddress(mine, { email: other.email, password: goodPassword })).toBe(undefined)
    expect((await postOf(database, other.email)).map(({ kind }) => kind)).not.toContain('confirm-new-address')
    const email = `wanted-${who.email}`
    await changeAddress(mine, { email, password: goodPassword })
    const token = await tokenOf(database, email, 'confirm-new-address')
    await account(database, { email })
    expect(await refusalOf(verifyAddress(ctx(), 'change', { token }))).toBe('user_already_exists')
  })

  it('to the present one is refused beside the field, and nothing is sent', async () => {
    const who = await entered(database)
    const before = (await postOf(database, who.email)).length
    const same = changeAddress(as(ctx(), who.actor), { email: ` ${who.email.toUpperCase()} `, password: goodPassword })
    await expect(same).rejects.toMatchObject({ code: 'bad_input', details: { fields: { email: 'This is your e-mail already. Enter another one.' } } })
    expect(await postOf(database, who.email)).toHaveLength(before)
  })

  it('needs the password', async () => {
    const { actor } = await entered(database)
    expect(await refusalOf(changeAddress(as(ctx(), actor), { email: 'a@example.com', password: 'wrong-password' }))).toBe('wrong_password')
    expect(await refusalOf(changeAddress(ctx(), { email: 'a@example.com', password: goodPassword }))).toBe('session_missing')
  })
})

describe('own sessions', () => {
  it('are listed, this one first, and end one by one or all the others at once', async () => {
    const who = await entered(database)
    const [second, third] = [await signedIn(ctx(), who), await signedIn(ctx(), who)]
    const mine = as(ctx(), who.actor)
    const list = await listSessions(mine)
    expect(list.map(({ id, is_current, user_agent }) => [id, is_current, user_agent]).slice(0, 1)).toEqual([
      [who.actor.sessionId, true, device.userAgent],
    ])
    expect(JSON.stringify(list)).not.toContain(who.token)
    await endSession(mine, second.actor.sessionId)
    expect(await findActor(ctx(), second.token)).toBe(null)
    expect(await endOtherSessions(mine)).toBe(1)
    expect(await findActor(ctx(), third.token)).toBe(null)
    expect(await listSessions(mine)).toHaveLength(1)
  })

  it('are nobody else’s to see or to end', async () => {
    const [who, other] = [await entered(database), await entered(database)]
    for (const id of [who.actor.sessionId, 'nonsense', who.id]) expect(await refusalOf(endSession(as(ctx(), other.actor), id))).toBe('not_found')
    expect(await findActor(ctx(), who.token)).not.toBe(null)
    for (const verb of [listSessions, endOtherSessions, getAccount]) expect(await refusalOf(verb(ctx()))).toBe('session_missing')
  })
})

describe('a profile', () => {
  it('is one’s own: name, phone, address, and the way into the programme', async () => {
    const who = await entered(database)
    const mine = as(ctx(), who.actor)
    const changed = await updateProfile(mine, who.id, { full_name: ' Wanjiku wa Kamau ', phone: '0712 000 111', address: 'Moi Avenue 12\nNairobi' })
    expect(changed).toMatchObject({
      full_name: 'Wanjiku wa Kamau',
      phone: '254712000111',
      address: 'Moi Avenue 12\nNairobi',
      is_affiliate: false,
      total_commission: 0,
    })
    expect(await updateProfile(mine, who.id, { phone: '', address: '' })).toMatchObject({ full_name: 'Wanjiku wa Kamau', phone: null, address: null })
    const joined = await updateProfile(mine, who.id, { is_affiliate: true })
    expect(joined).toMatchObject({ is_affiliate: true, affiliate_code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{7}$/) })
    expect(await updateProfile(mine, who.id, { is_affiliate: true })).toEqual(joined)
    expect(await updateProfile(mine, who.id, { is_affiliate: false })).toEqual(joined)
  })

  it('takes nothing else, whatever the body says', async () => {
    const who = await entered(database)
    const before = await getProfile(as(ctx(), who.actor), who.id)
    const forged = {
      is_admin: true,
      affiliate_code: 'MINE23',
      total_commission: 5000,
      id: '00000000-0000-4000-8000-000000000001',
      created_at: '2020-01-01',
      deleted_at: '2020-01-01',
      affiliate_paused_at: null,
      email_verified: true,
      'is_admin" = true --': 1,
    }
    expect(await updateProfile(as(ctx(), who.actor), who.id, forged)).toEqual(before)
    expect(await updateProfile(as(ctx(), who.actor), who.id, JSON.parse('{"__proto__": {"is_admin": true}}'))).toEqual(before)
  })

  it.each([{ full_name: '' }, { full_name: '\u0000\u200b' }, { phone: '123' }, { address: 'x'.repeat(501) }, { is_affiliate: 'yes' }, null])(
    'is not %j',
    async (sent) => {
      const who = await entered(database)
      expect(await refusalOf(updateProfile(as(ctx(), who.actor), who.id, sent))).toBe('bad_input')
    },
  )

  it('says beside the field what to write', async () => {
    const who = await entered(database)
    const error = await updateProfile(as(ctx(), who.actor), who.id, { phone: '12345', full_name: '' }).catch((each) => each)
    expect(error.details.fields).toEqual({ phone: 'Enter a Kenyan M-Pesa number, such as 0712 345 678.', full_name: 'Enter your full name.' })
  })

  it('of somebody else is as unknown as none, but an admin may read it', async () => {
    const [who, other, boss] = [await entered(database), await entered(database), await entered(database, { isAdmin: true })]
    for (const actor of [other.actor, boss.actor])
      expect(await refusalOf(updateProfile(as(ctx(), actor), who.id, { full_name: 'Xu' }))).toBe('not_found')
    for (const id of [who.id, 'nonsense', "' or 1=1 --"]) expect(await refusalOf(getProfile(as(ctx(), other.actor), id))).toBe('not_found')
    expect(await getProfile(as(ctx(), boss.actor), who.id)).toMatchObject({ id: who.id })
    for (const verb of [getProfile, updateProfile]) expect(await refusalOf(verb(as(ctx(), anonymous), who.id, {}))).toBe('signed_out')
  })

  it('has a code that nobody else has, however many join at once', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => account(database, { is_affiliate: true })))
    const codes = await rowsOf<{ code: string }>(
      database,
      sql`select affiliate_code as code from profiles where id = any(${sql.param(people.map(({ id }) => id))}::uuid[])`,
    )
    expect(new Set(codes.map(({ code }) => code)).size).toBe(20)
  })
})
