import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { anonymous } from '#core/context.ts'
import { limits } from '#domain/limits.ts'
import { beginSecondFactor, confirmSecondFactor } from '#features/people/change-second-factor.ts'
import { findActor } from '#features/people/find-actor.ts'
import {
  acceptInvitation,
  invitePerson,
  joinByInvitation,
  listInvitations,
  lookAtInvitation,
  withdrawInvitation,
} from '#features/people/invitations.ts'
import type { Proof } from '#features/people/require-identity.ts'
import { changeRole, demoteAdmin, makeAdmin, makeOwner, signOutEverywhere } from '#features/people/users.ts'
import { device, type Entered, entered, goodPassword, refusalOf, signedIn } from '../../../test/accounts.ts'
import { as, contextOn, later, newPhone, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { codeOf } from '../../../test/totp.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database)
const by = ({ actor }: Entered) => as(ctx(), actor)
const proof = { password: goodPassword }
const newEmail = () => `new-${Math.random().toString(36).slice(2)}@example.com`
const person = () => ({ full_name: 'Otieno Packs', phone: newPhone(), password: goodPassword })
const roleOf = async (id: string) => (await rowsOf<{ role: string | null }>(database, sql`select role from profiles where id = ${id}`))[0]?.role
const tokenFor = async (email: string) => {
  const letters = await rowsOf<{ text: string }>(
    database,
    sql`select text from messages where to_address = ${email} and kind = 'staff-invitation' order by created_at`,
  )
  return /invitation\/([\w-]{43})/.exec(letters.at(-1)?.text ?? '')?.[1] as string
}
const invited = async (who: Entered, role = 'packer', email = newEmail()) => {
  const id = await invitePerson(by(who), { email, role, ...proof })
  return { id, email, token: await tokenFor(email) }
}

beforeEach(() => database.db.execute(sql`delete from rate_limits`))

describe('an invitation', () => {
  it('makes an account with a proved address and the role, once, and stands in the audit log', async () => {
    const owner = await entered(database, { role: 'owner', full_name: 'Amina Owner' })
    const { id, email, token } = await invited(owner)
    expect(await lookAtInvitation(ctx(), token)).toEqual({ email, role: 'packer', by: 'Amina Owner', hasAccount: false })
    const { session, token: sessionToken } = await joinByInvitation(ctx(), token, person(), device)
    expect(session).toMatchObject({ role: 'packer', is_admin: false, name: 'Otieno Packs' })
    expect(await findActor(ctx(), sessionToken)).toMatchObject({ role: 'packer' })
    expect(await signedIn(ctx(), { email, password: goodPassword })).toMatchObject({ session: { role: 'packer' } })
    expect(await refusalOf(joinByInvitation(ctx(), token, person(), device))).toBe('invitation_over')
    const log = await rowsOf(database, sql`select action from audit_log where row_id in (${id}, ${session.user.id}) order by id`)
    expect(log).toEqual(['invite', 'accept invitation', 'change role'].map((action) => ({ action })))
    expect(JSON.stringify(await rowsOf(database, sql`select * from audit_log where row_id = ${id}`))).not.toContain(email)
    expect((await listInvitations(by(owner)))[0]).toMatchObject({ id, email, role: 'packer', state: 'accepted', invited_by: 'Amina Owner' })
  })

  it('is accepted by the account of its address alone, whose other sessions end', async () => {
    const [owner, who, other] = [await entered(database, { role: 'owner' }), await entered(database), await entered(database)]
    const { token } = await invited(owner, 'content', who.email)
    expect(await lookAtInvitation(ctx(), token)).toMatchObject({ hasAccount: true })
    expect(await refusalOf(acceptInvitation(by(other), token, device))).toBe('invitation_other')
    expect(await refusalOf(acceptInvitation(ctx(), token, device))).toBe('session_missing')
    await database.db.execute(sql`update auth.users set email_verified = false where id = ${who.id}`)
    expect(await refusalOf(acceptInvitation(by(who), token, device))).toBe('invitation_other')
    await database.db.execute(sql`update auth.users set email_verified = true where id = ${who.id}`)
    // Two presses at once: one is over.
    const went = await Promise.all([1, 2].map(() => refusalOf(acceptInvitation(by(who), token, device))))
    expect(went.sort()).toEqual(['invitation_over', 'not refused'])
    expect(await findActor(ctx(), who.token)).toBe(null)
    expect(await roleOf(who.id)).toBe('content')
    expect(await roleOf(other.id)).toBe(null)
  })

  it('is guessed a few times from a network; one that opens is not counted', async () => {
    const guesser = as(ctx(), { ...anonymous, address: '203.0.113.77' })
    const { token } = await invited(await entered(database, { role: 'owner' }))
    for (let at = 0; at < limits.invitation_link_address.max; at++) await refusalOf(lookAtInvitation(guesser, `guess-${at}`))
    expect(await refusalOf(lookAtInvitation(guesser, 'guess-more'))).toBe('too_many')
    expect(await lookAtInvitation(guesser, token)).toMatchObject({ role: 'packer' })
  })

  it('opens for 72 hours, until it is withdrawn, a newer one is sent, or who invited may no longer', async () => {
    const owner = await entered(database, { role: 'owner' })
    const manager = await entered(database, { role: 'manager' })
    const late = await invited(owner)
    expect(await refusalOf(lookAtInvitation(later(ctx(), '71 hours 59 minutes'), late.token))).toBe('not refused')
    expect(await refusalOf(lookAtInvitation(later(ctx(), '72 hours'), late.token))).toBe('invitation_over')
    const back = await invited(owner)
    await withdrawInvitation(by(owner), back.id)
    expect(await refusalOf(withdrawInvitation(by(owner), back.id))).toBe('invitation_over')
    const first = await invited(manager)
    const second = await invited(manager, 'packer', first.email)
    const demoted = await invited(manager, 'manager')
    await changeRole(by(owner), { id: manager.id }, 'packer')
    for (const { token } of [back, first, second, demoted]) expect(await refusalOf(lookAtInvitation(ctx(), token))).toBe('invitation_over')
    expect(await refusalOf(lookAtInvitation(ctx(), 'guessed'))).toBe('invitation_over')
  })

  it('is by somebody at least as high, to who has not the role already', async () => {
    const [owner, manager, packer] = [
      await entered(database, { role: 'owner' }),
      await entered(database, { role: 'manager' }),
      await entered(database, { role: 'packer' }),
    ]
    const toOwner = await invited(owner, 'owner')
    expect(await refusalOf(invitePerson(by(manager), { email: newEmail(), role: 'owner' }))).toBe('bad_input')
    expect(await refusalOf(invitePerson(by(manager), { email: toOwner.email, role: 'packer' }))).toBe('above_you')
    expect(await refusalOf(withdrawInvitation(by(manager), toOwner.id))).toBe('above_you')
    for (const sent of [
      { email: 'nobody', role: 'packer' },
      { email: newEmail(), role: 'king' },
      { email: packer.email, role: 'packer' },
      { email: owner.email, role: 'packer' },
    ])
      expect(await refusalOf(invitePerson(by(owner), sent))).toBe('bad_input')
    // A higher role that came meanwhile stays.
    const low = await invited(owner, 'content', packer.email)
    await changeRole(by(owner), { id: packer.id }, 'manager')
    const again = { ...packer, ...(await signedIn(ctx(), packer)) }
    await acceptInvitation(by(again), low.token, device)
    expect(await roleOf(packer.id)).toBe('manager')
  })
})

describe('an owner', () => {
  it('is made, or invited, by an owner who proves who they are: a session is not enough', async () => {
    const [owner, who] = [await entered(database, { role: 'owner' }), await entered(database)]
    const { uri } = await beginSecondFactor(by(owner), proof, device)
    const { token } = await confirmSecondFactor(by(owner), { code: codeOf(uri) }, device)
    const boss = as(ctx(), { ...owner.actor, ...(await findActor(ctx(), token)) })
    const ways = [
      (sent: Proof) => changeRole(boss, { id: who.id }, 'owner', sent),
      (sent: Proof) => invitePerson(boss, { email: newEmail(), role: 'owner', ...sent }),
    ]
    for (const make of ways) {
      expect((await make({}).catch((error) => error)).details.fields).toEqual({
        password: 'Enter your password.',
        code: 'Enter a code of your app, or one from paper.',
      })
      expect(await refusalOf(make({ password: 'guessed-by-a-thief', code: '000000' }))).toBe('wrong_password')
      expect(await refusalOf(make({ ...proof, code: '000000' }))).toBe('wrong_code')
    }
    expect(await refusalOf(makeOwner(boss, { id: who.id }))).toBe('forbidden')
    expect(await roleOf(who.id)).toBe(null)
    await changeRole(boss, { id: who.id }, 'manager')
    await changeRole(boss, { id: who.id }, 'owner', { ...proof, code: codeOf(uri, 1) })
    expect(await roleOf(who.id)).toBe('owner')
  })

  it('someone demoted a moment ago changes no role any more', async () => {
    const [owner, other, who] = [await entered(database, { role: 'owner' }), await entered(database, { role: 'owner' }), await entered(database)]
    await changeRole(by(owner), { id: other.id }, 'packer')
    for (const change of [
      () => changeRole(by(other), { id: who.id }, 'manager'),
      () => makeAdmin(by(other), { id: who.id }),
      () => demoteAdmin(by(other), { id: owner.id }),
      () => signOutEverywhere(by(other), { id: owner.id }),
      () => changeRole(by(other), { id: other.id }, 'owner', proof),
    ])
      expect(await refusalOf(change())).toMatch(/forbidden|session_missing/)
    expect([await roleOf(owner.id), await roleOf(other.id), await roleOf(who.id)]).toEqual(['owner', 'packer', null])
  })
})

describe('people above', () => {
  it('are not changed, made or signed out by a manager', async () => {
    const [owner, manager, who] = [await entered(database, { role: 'owner' }), await entered(database, { role: 'manager' }), await entered(database)]
    const refused = [
      () => changeRole(by(manager), { id: owner.id }, 'packer'),
      () => demoteAdmin(by(manager), { id: owner.id }),
      () => signOutEverywhere(by(manager), { id: owner.id }),
      () => changeRole(by(manager), { id: who.id }, 'owner'),
      () => changeRole(by(manager), { id: manager.id }, 'owner'),
    ]
    for (const call of refused) expect(await refusalOf(call())).toBe('above_you')
    await makeAdmin(by(manager), { id: who.id })
    expect(await roleOf(who.id)).toBe('manager')
    expect(await roleOf(owner.id)).toBe('owner')
    expect(await findActor(ctx(), owner.token)).toMatchObject({ role: 'owner' })
  })
})

describe('the second factor of a live shop', () => {
  it('is needed for the rights of owners and managers, and of nobody else', async () => {
    const services = { ...ctx().services, asksSecondFactor: true }
    for (const role of ['owner', 'manager', 'packer', 'content'] as const) {
      const { id, token } = await entered(database, { role })
      const lacks = role === 'owner' || role === 'manager'
      expect(await findActor({ ...ctx(), services }, token)).toMatchObject({ role: lacks ? null : role, lacksSecondFactor: lacks })
      const actor = { ...ctx().actor, ...(await findActor({ ...ctx(), services }, token)) }
      if (lacks) expect(await refusalOf(listInvitations(as(ctx(), actor)))).toBe('second_factor_needed')
      await database.db.execute(sql`update auth.users set two_factor_enabled = true where id = ${id}`)
      expect(await findActor({ ...ctx(), services }, token)).toMatchObject({ role, lacksSecondFactor: false })
    }
  })
})
