import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireSession } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { isUuid } from '#core/page-of.ts'
import { isoText } from '#core/select-of.ts'
import { maxPushDevices } from '#domain/alert.ts'
import { Problem } from '#domain/problem.ts'
import { requireStaff } from '#features/people/require-identity.ts'

const refused = 'This browser gave no address that the shop can push to. Try another browser.'
/** What a browser tells of its subscription. Where the endpoint leads is checked here, and at every message (services/push/push.ts). */
const subscription = z.object({
  endpoint: z.string(refused).max(1000, refused),
  p256dh: z.string(refused).regex(/^B[\w-]{86}$/, refused),
  auth: z.string(refused).regex(/^[\w-]{22}$/, refused),
})

export interface PushDevice {
  id: string
  user_agent: string | null
  created_at: string
  /** When it last took a message; null before the first. */
  last_sent_at: string | null
  is_current: boolean
}

/** The devices of the caller that take pushes, the newest first. */
export async function listPushDevices(ctx: Context): Promise<PushDevice[]> {
  const { userId, sessionId } = requireStaff(ctx)
  const { rows } = await ctx.db.execute<PushDevice & Record<string, unknown>>(sql`
    select id, user_agent, ${isoText(sql`created_at`)} as created_at, ${isoText(sql`last_sent_at`)} as last_sent_at, session_id is not distinct from ${sessionId}::uuid as is_current
    from push_devices d where user_id = ${userId} order by d.created_at desc, id`)
  return rows
}

/** Lets the browser of this session take pushes for the caller; allowed again, or by another person, it is the same device and the newest one's. Returns its id. */
export async function addPushDevice(ctx: Context, sent: unknown, userAgent: string | null): Promise<string> {
  const { userId, device } = requireStaff(ctx)
  const { sessionId } = requireSession(ctx)
  const { endpoint, p256dh, auth } = parseInput(subscription, sent)
  if (!(await ctx.services.push.mayReach(endpoint))) throw new Problem('bad_input', { fields: { endpoint: refused } })
  return ctx.db.transaction(async (tx) => {
    // One after the other for one person: each takes a free place.
    await tx.execute(sql`select from profiles where id = ${userId} for no key update`)
    await tx.execute(sql`delete from push_devices where endpoint = ${endpoint} or session_id = ${sessionId}`)
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into push_devices (user_id, slot, endpoint, p256dh, auth, user_agent, session_id, browser_id, created_at)
      select ${userId}::uuid, free.slot, ${endpoint}, ${p256dh}, ${auth}, ${userAgent?.slice(0, 300) ?? null}, ${sessionId}::uuid,
        ${device?.userId === userId ? device.id : null}::uuid, ${ctx.now}
      from generate_series(1, ${maxPushDevices}::integer) as free (slot)
      where not exists (select from push_devices d where d.user_id = ${userId} and d.slot = free.slot) order by free.slot limit 1
      returning id`)
    if (!rows[0]) throw new Problem('too_many_devices')
    return rows[0].id
  })
}

/** Takes a device of the caller off the list; one that is on it no more is no matter. */
export async function removePushDevice(ctx: Context, id: string): Promise<void> {
  const { userId } = requireStaff(ctx)
  if (isUuid(id)) await ctx.db.execute(sql`delete from push_devices where id = ${id} and user_id = ${userId}`)
}

/** A browser that its person has signed in to again keeps its pushes: they end with its latest session. */
export async function keepPushDevices({ db }: Pick<Context, 'db'>, userId: string, sessionId: string, browserId: string): Promise<void> {
  await db.execute(sql`update push_devices set session_id = ${sessionId} where user_id = ${userId} and browser_id = ${browserId}`)
}

/** In the transaction in which somebody is signed out everywhere, loses a role or leaves. */
export async function forgetPushDevices({ db }: Pick<Context, 'db'>, userId: string): Promise<void> {
  await db.execute(sql`delete from push_devices where user_id = ${userId}`)
}
