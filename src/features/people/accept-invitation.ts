import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireSession } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { nameInput, passwordInput, phoneInput } from '#core/person-input.ts'
import { consume } from '#core/rate-limit.ts'
import { writeAudit } from '#core/write-audit.ts'
import { maskAddress } from '#domain/mail.ts'
import { Problem } from '#domain/problem.ts'
import { isAsHigh, may, type StaffRole } from '#domain/roles.ts'
import type { Device } from '#features/people/call-auth.ts'
import { hashOf } from '#features/people/invitations.ts'
import { openAccount } from '#features/people/open-account.ts'
import { proveAddress } from '#features/people/prove-address.ts'
import { refuseWeakPassword } from '#features/people/refuse-weak-password.ts'
import type { SignedIn } from '#features/people/sign-in.ts'
import { startSession } from '#features/people/start-session.ts'

export const newcomerInput = z.object({ full_name: nameInput, phone: phoneInput, password: passwordInput })

/** What the page behind a link shows. */
export interface OpenInvitation {
  email: string
  role: StaffRole
  by: string | null
  /** Whether the address has an account. */
  hasAccount: boolean
}

interface Found extends OpenInvitation, Record<string, unknown> {
  id: string
  inviter: StaffRole | null
  isByShop: boolean
}

/** An invitation that still opens; looking uses nothing up. Problems: invitation_over; too_many after many links that open nothing. */
export async function lookAtInvitation(ctx: Context, token: string): Promise<OpenInvitation> {
  const found = await find(ctx, token)
  if (found) return { email: found.email, role: found.role, by: found.by, hasAccount: found.hasAccount }
  await consume(ctx, 'rider_link_address', ctx.actor.address, token.slice(0, 100))
  throw new Problem('invitation_over')
}

/**
 * Accepts an invitation for the account that is signed in, whose proved address must be the invited one. Its sessions end and this browser gets a new one. Nobody
 * loses a higher role by it.
 */
export async function acceptInvitation(ctx: Context, token: string, device: Device): Promise<SignedIn> {
  const { userId } = requireSession(ctx)
  const { email } = await lookAtInvitation(ctx, token)
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    const { rows } = await tx.execute<{ email: string }>(sql`select email from auth.users where id = ${userId} and email_verified for update`)
    if (rows[0]?.email !== email) throw new Problem('invitation_other', { detail: maskAddress(email) })
    return take(inside, token, userId, device)
  })
}

/** Makes the account of somebody invited who has none, and accepts: the link proves the address, because it came in a letter to it. */
export async function joinByInvitation(ctx: Context, token: string, sent: unknown, device: Device): Promise<SignedIn> {
  const { email } = await lookAtInvitation(ctx, token)
  const person = parseInput(newcomerInput, sent)
  refuseWeakPassword(person.password)
  await consume(ctx, 'sign_up_address', ctx.actor.address)
  // better-auth makes the account in a transaction of its own; one whose invitation was taken back meanwhile stays a shopper's.
  const userId = await openAccount(ctx, { ...person, email })
  if (userId === null) throw new Problem('user_already_exists')
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    await tx.execute(sql`select from auth.users where id = ${userId} for update`)
    const entered = await take(inside, token, userId, device)
    await proveAddress(inside, userId)
    return entered
  })
}

/** Uses the link up, in a transaction that holds the account; of two at once, one is over. */
async function take(ctx: Context, token: string, userId: string, device: Device): Promise<SignedIn> {
  await ctx.db.execute(sql`select from staff_invitations where token_hash = ${hashOf(token)} for update`)
  const found = await find(ctx, token)
  if (!found) throw new Problem('invitation_over')
  const { rows } = await ctx.db.execute<{ role: StaffRole | null }>(
    sql`select role from profiles where id = ${userId} and deleted_at is null for no key update`,
  )
  if (!rows[0]) throw new Problem('session_missing')
  const { role: before } = rows[0]
  const role = isAsHigh({ role: found.role }, before) ? found.role : before
  await ctx.db.execute(sql`update staff_invitations set accepted_at = ${ctx.now}, accepted_by = ${userId} where id = ${found.id}`)
  await ctx.db.execute(sql`update profiles set role = ${role} where id = ${userId}`)
  await ctx.db.execute(sql`delete from auth.sessions where user_id = ${userId}`)
  // They chose from what they could hear of before.
  if (role !== before) await ctx.db.execute(sql`delete from alert_settings where user_id = ${userId}`)
  const self = { ...ctx, actor: { ...ctx.actor, userId } }
  await writeAudit(ctx.db, self, { action: 'accept invitation', table: 'staff_invitations', id: found.id })
  await writeAudit(ctx.db, self, { action: 'change role', table: 'profiles', id: userId, before: { role: before }, after: { role } })
  return startSession(self, userId, device)
}

/** Void too when who invited may no longer give the role. */
async function find({ db, now }: Context, token: string): Promise<Found | null> {
  const { rows } = await db.execute<Found>(sql`
    select i.id, i.email, i.role, p.full_name as by, p.role as inviter, i.invited_by is null as "isByShop",
      exists (select from auth.users u where u.email = i.email) as "hasAccount"
    from staff_invitations i left join profiles p on p.id = i.invited_by
    where i.token_hash = ${hashOf(token)} and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > ${now}`)
  const [found] = rows
  if (!found) return null
  const inviter = { role: found.inviter }
  return found.isByShop || (may(inviter, 'manage_people') && isAsHigh(inviter, found.role)) ? found : null
}
