import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { parseInput } from '#core/input.ts'
import { emailInput } from '#core/person-input.ts'
import { consume } from '#core/rate-limit.ts'
import { enumOf, instant } from '#core/row-fields.ts'
import { selectOf } from '#core/select-of.ts'
import { writeAudit } from '#core/write-audit.ts'
import { maskAddress } from '#domain/mail.ts'
import { Problem } from '#domain/problem.ts'
import { invitationHours, isAsHigh, type StaffRole, staffRoles } from '#domain/roles.ts'
import { queueMail } from '#features/mail/message-queue.ts'
import { invitationEmail } from '#features/mail/templates/invitation-email.ts'
import { proofFields, requireIdentity } from '#features/people/require-identity.ts'
import { lockPassword } from '#features/people/require-password.ts'

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
 * void. To invite an owner takes a proof. Answers its id.
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
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
