import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { enumOf, instant } from '#core/row-fields.ts'
import { selectOf } from '#core/select-of.ts'
import { staffRoles } from '#domain/roles.ts'
import { endsAt, isLive } from '#features/people/find-actor.ts'

/** The signed-in account as pages see it. Stored in local storage, so it holds nothing secret. */
export const sessionFacts = z.object({
  user: z.object({ id: z.uuid() }),
  name: z.string(),
  is_affiliate: z.boolean(),
  is_admin: z.boolean(),
  role: enumOf(staffRoles).nullable().meta({ description: 'Of people who work in the shop' }),
  affiliate_code: z.string().nullable(),
  is_paused: z.boolean().meta({ description: 'Their affiliate links rest' }),
  expires_at: instant.meta({ description: 'When it ends, however much it is used' }),
})
export type SessionFacts = z.infer<typeof sessionFacts>

/** The session as pages see it; null for a visitor who is not signed in. Spec §7 Auth, read session. */
export async function readSession(ctx: Pick<Context, 'db' | 'now' | 'actor'>): Promise<SessionFacts | null> {
  const { sessionId } = ctx.actor
  if (sessionId === null) return null
  const { rows } = await ctx.db.execute<SessionFacts>(sql`
    select ${columns} from auth.sessions s join profiles p on p.id = s.user_id where s.id = ${sessionId} and ${isLive(ctx)}`)
  return rows[0] ?? null
}

const columns = selectOf(sessionFacts, 'p', {
  user: sql`json_build_object('id', p.id)`,
  name: sql`p.full_name`,
  is_paused: sql`p.affiliate_paused_at is not null`,
  expires_at: endsAt,
})
