import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireSession } from '#core/context.ts'
import { emailInput, nameInput, parseInput, passwordInput, phoneInput } from '#core/input.ts'
import { isUuid } from '#core/page-of.ts'
import { consume } from '#core/rate-limit.ts'
import { enumOf, instant, selectOf } from '#core/select-of.ts'
import { writeAudit } from '#core/write-audit.ts'
import { maskAddress } from '#domain/mail.ts'
import { Problem } from '#domain/problem.ts'
import { invitationHours, isAsHigh, may, type StaffRole, staffRoles } from '#domain/roles.ts'
import { queueMail } from '#features/mail/message-queue.ts'
import { invitationEmail } from '#features/mail/templates/account-emails.ts'
import type { Device } from '#features/people/better-auth.ts'
import { proveAddress } from '#features/people/email-address.ts'
import { lockPassword, refuseWeakPassword } from '#features/people/passwords.ts'
import { proofFields, requireIdentity } from '#features/people/require-identity.ts'
import { startSession } from '#features/people/sessions.ts'
import type { SignedIn } from '#features/people/sign-in.ts'
import { openAccount } from '#features/people/sign-up.ts'

export const invitationInput = z.object({
  email: emailInput,
  role: z.enum(Object.keys(staffRoles) as StaffRole[], 'Choose a role.'),
  ...proofFields,
})

/** An invitation as User Management lists it. */
export const invitationRow = z.object({
  id: z.uuid(),
  email: z.string(),
  role: enumOf(staffRoles),
  state: z.enum(['open', 'accepted', 'withdrawn', 'expired']),
  invited_by: z.string().nullable().meta({ description: 'The name of who invited; null for the shop itself' }),
  created_at: instant,
  expires_at: instant,
})
export type InvitationRow = z.infer<typeof invitationRow>

/** The invitations of the last 90 days, the newest first, at most 100. */
export async function listInvitations(ctx: Context): Promise<InvitationRow[]> {
  requirePermission(ctx, 'manage_people')
  const { rows } = await ctx.db.execute<InvitationRow>(sql`
    select ${selectOf(invitationRow, 'i', {
      invited_by: sql`p.full_name`,
      state: sql`case when i.accepted_at is not null then 'accepted' when i.withdrawn_at is not null then 'withdrawn'
        when i.expires_at <= ${ctx.now} then 'expired' else 'open' end`,
    })}
    from staff_invitations i left join profiles p on p.id = i.invited_by order by i.created_at desc, i.id desc limit 100`)
  return rows
}

/**
 * Invites an e-mail address to a role, by somebody at least as high: a letter with a link that opens once, for 72 hours. An earlier invitation of the address is
 * void. To invite an owner takes a proof. Returns its id.
 */
export async function invitePerson(ctx: Context, sent: unknown): Promise<string> {
  const { userId } = requirePermission(ctx, 'manage_people')
  const { email, role, ...proof } = parseInput(invitationInput, sent)
  if (!isAsHigh(ctx.actor, role)) throw new Problem('bad_input', { fields: { role: 'Only an owner invites an owner.' } })
  const checked = role === 'owner' ? await requireIdentity(ctx, proof) : null
  await consume(ctx, 'invitation_account', userId)
  const token = randomBytes(32).toString('base64url')
  return ctx.db.transaction(async (tx) => {
    if (checked) await lockPassword({ db: tx }, checked)
    // In the order of an invitation that is accepted: it, then the account.
    const { rows: earlier } = await tx.execute<{ id: string; role: StaffRole; is_open: boolean }>(sql`
      select id, role, expires_at > ${ctx.now} as is_open from staff_invitations where email = ${email} and accepted_at is null and withdrawn_at is null for update`)
    if (earlier[0]?.is_open && !isAsHigh(ctx.actor, earlier[0].role)) throw new Problem('above_you')
    const { rows: accounts } = await tx.execute<{ role: StaffRole | null }>(sql`
      select p.role from auth.users u join profiles p using (id) where u.email = ${email} for update of p`)
    const has = accounts[0]?.role ?? null
    if (has !== null && isAsHigh({ role: has }, role) && (has === role || !isAsHigh({ role }, has)))
      throw new Problem('bad_input', { fields: { email: `They work here already: ${staffRoles[has].label}.` } })
    await tx.execute(sql`update staff_invitations set withdrawn_at = ${ctx.now} where id = ${earlier[0]?.id ?? null}::uuid`)
    const { rows } = await tx.execute<{ id: string; by: string }>(sql`
      insert into staff_invitations (token_hash, email, role, invited_by, created_at, expires_at)
      values (${hashOf(token)}, ${email}, ${role}, ${userId}::uuid, ${ctx.now}, ${ctx.now} + make_interval(hours => ${invitationHours}))
      returning id, coalesce((select nullif(full_name, '') from profiles where id = invited_by), 'The owner') as by`)
    const { id, by } = rows[0] as { id: string; by: string }
    const { shop } = ctx.services
    const letter = invitationEmail({
      shop,
      by,
      role: staffRoles[role].label,
      does: staffRoles[role].does,
      link: `${shop.origin}/invitation/${token}`,
    })
    await queueMail({ db: tx }, { to: email, userId: null, ...letter, goodUntil: sql`${ctx.now} + make_interval(hours => ${invitationHours})` })
    await writeAudit(tx, ctx, { action: 'invite', table: 'staff_invitations', id, after: { role, email: maskAddress(email) } })
    return id
  })
}

/** Takes an open invitation back: its link opens nothing. */
export async function withdrawInvitation(ctx: Context, id: string): Promise<void> {
  requirePermission(ctx, 'manage_people')
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ role: StaffRole }>(sql`
      select role from staff_invitations where id = ${isUuid(id) ? id : null}::uuid and accepted_at is null and withdrawn_at is null for update`)
    if (!rows[0]) throw new Problem('invitation_over')
    if (!isAsHigh(ctx.actor, rows[0].role)) throw new Problem('above_you')
    await tx.execute(sql`update staff_invitations set withdrawn_at = ${ctx.now} where id = ${id}`)
    await writeAudit(tx, ctx, { action: 'withdraw invitation', table: 'staff_invitations', id })
  })
}

/** What the database keeps of the token of a link. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export const newcomerInput = z.object({ full_name: nameInput, phone: phoneInput, password: passwordInput })

/** What the page behind a link shows. */
interface OpenInvitation {
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
  await consume(ctx, 'invitation_link_address', ctx.actor.address, token.slice(0, 100))
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
