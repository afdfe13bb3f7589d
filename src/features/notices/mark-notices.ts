import { type SQL, sql } from 'drizzle-orm'
import { arrayOf, asManyAs, batched } from '#core/batched.ts'
import type { Context } from '#core/context.ts'
import { nextTryAfter } from '#core/outbox.ts'
import type { NoticeState } from '#domain/buyer-notice.ts'
import type { DueNotice } from '#features/notices/notice-facts.ts'
import { messagesAtOnce } from '#services/sms/sms.ts'

/** A short message that its gateway took. */
export async function markSent(ctx: Context, notice: DueNotice, providerId: string | null): Promise<NoticeState> {
  await mark(ctx, markOf(notice, 'sent', { providerId }))
  return 'sent'
}

/** A notice that is not sent, and not tried again. */
export async function markUnsent(ctx: Context, notice: DueNotice, state: 'skipped' | 'failed' | 'unknown', why: string): Promise<NoticeState> {
  await mark(ctx, markOf(notice, state, { why }))
  if (state !== 'skipped') ctx.log.warn({ notice: notice.id, kind: notice.kind, state, code: why }, 'a notice did not reach its buyer')
  return state
}

/** A short message that its gateway did not take now: it is due again after a pause, for a day. */
export async function retryLater(ctx: Context, notice: DueNotice, code: string): Promise<NoticeState> {
  const pause = nextTryAfter(notice.tries)
  if (pause === null) return markUnsent(ctx, notice, 'failed', code)
  await ctx.db.execute(sql`
    update notices set state = 'due', next_at = ${ctx.now} + make_interval(secs => ${pause}), last_error = ${code} where ${isStillMine(notice, 'sending')}`)
  ctx.log.warn({ notice: notice.id, kind: notice.kind, tries: notice.tries, code, pause }, 'notice not sent; it is tried again')
  return 'due'
}

/** SQL: the notice, unless it was taken by another meanwhile. */
export function isStillMine({ id, tries }: DueNotice, state: NoticeState = 'due'): SQL {
  return sql`id = ${id} and tries = ${tries} and state = ${state}`
}

interface Mark {
  id: number
  tries: number
  orderId: string
  state: NoticeState
  /** The gateway's id of a message. */
  providerId: string | null
  /** Why it did not reach its buyer. */
  why: string | null
}

function markOf({ id, tries, order_id }: DueNotice, state: NoticeState, more: Partial<Mark>): Mark {
  return { id, tries, orderId: order_id, state, providerId: null, why: null, ...more }
}

/**
 * Writes what became of notices, each unless it was taken by another meanwhile. It asks for their states: for `next_at is not null` the planner would take the index of due
 * notices, and read all of it. Two of one order are apart, because a correction of its number locks them all.
 */
const mark = batched<Mark, unknown>({ atOnce: 1, most: messagesAtOnce, again: 1, apart: ({ orderId }) => orderId }, async ({ db, now }, asked) => {
  const { rows } = await db.execute(sql`
    with mark as (
      select * from unnest(${arrayOf(asked, 'id')}::bigint[], ${arrayOf(asked, 'tries')}::integer[], ${arrayOf(asked, 'state')}::text[],
        ${arrayOf(asked, 'providerId')}::text[], ${arrayOf(asked, 'why')}::text[]) as mark (id, tries, state, provider_id, why) ${asManyAs(asked)}
    )
    update notices n set state = mark.state, sent_at = case mark.state when 'sent' then ${now} end, next_at = null, provider_id = mark.provider_id, last_error = mark.why
    from mark where n.id = mark.id and n.tries = mark.tries and n.state in ('due', 'sending')`)
  return rows
})
