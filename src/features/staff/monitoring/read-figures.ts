import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { noticeMoves } from '#domain/buyer-notice.ts'
import { providerRefusals } from '#domain/payment.ts'
import { mayHear, waysToHear } from '#features/staff/alerts/alert-recipients.ts'

type Ctx = Pick<Context, 'db' | 'now' | 'services'>

/** Milliseconds that one figure may take, a statement of it a little less: a table that somebody has locked must not keep the others waiting. */
const patienceMs = 2_000

/** Reads a figure in a transaction that gives up soon. Rejects with the database's error, or where it gives no answer at all. */
export async function briefly<Result, C extends Ctx>(ctx: C, read: (ctx: C) => Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs)
  const work = ctx.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = '1500ms'`)
    return read({ ...ctx, db: tx })
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

export const promptOutcomes = ['paid', 'waiting', 'timed out', 'cancelled', 'declined', 'refused', 'unknown'] as const
export type PromptOutcome = (typeof promptOutcomes)[number]

/** The prompts of the last hour by outcome. They lie at most half an hour after their order, so its index finds them. */
export async function countPrompts({ db, now, services }: Ctx): Promise<Record<PromptOutcome, number>> {
  const { rows } = await db.execute<{ state: string; code: string | null; count: number }>(sql`
    select a.state, a.result_code as code, count(*)::integer as count from orders o join payment_attempts a on a.order_id = o.id
    where o.created_at > ${now} - interval '2 hours' and a.created_at > ${now} - interval '1 hour' and a.prompted_at is not null group by 1, 2`)
  const counts = Object.fromEntries(promptOutcomes.map((outcome) => [outcome, 0])) as Record<PromptOutcome, number>
  const outcomeOf = (state: string, code: string | null): PromptOutcome => {
    if (state === 'paid' || state === 'unknown') return state
    if (state !== 'failed') return 'waiting'
    if (Object.values(providerRefusals).some((refusal) => refusal.code === code)) return 'refused'
    const { reason } = services.payments.describe(code ?? '', null)
    if (reason === 'cancelled') return reason
    return reason === 'no_response' || reason === 'expired' ? 'timed out' : 'declined'
  }
  for (const { state, code, count } of rows) counts[outcomeOf(state, code)] += count
  return counts
}

/** Orders that were placed and payments that came, all that the books hold. */
export async function countSales({ db }: Ctx): Promise<{ placed: number; paid: number }> {
  const { rows } = await db.execute<{ placed: number; paid: number }>(sql`
    select coalesce(sum(count) filter (where kind = 'order'), 0)::float as placed, coalesce(sum(count) filter (where kind = 'prompt' and status = 'paid'), 0)::float as paid
    from daily_stats`)
  return rows[0] as { placed: number; paid: number }
}

/** Callbacks that were stored and not acted on yet, and seconds since the oldest came. */
export async function countCallbacks({ db, now }: Ctx): Promise<{ waiting: number; oldest: number }> {
  const { rows } = await db.execute<{ waiting: number; oldest: number }>(sql`
    select count(*)::integer as waiting, coalesce(extract(epoch from ${now} - min(received_at)), 0)::float as oldest from callbacks where processed_at is null`)
  return rows[0] as { waiting: number; oldest: number }
}

/** E-mails and SMS that wait, seconds since the oldest was written, and those given up in a day (of notices, among the newest thousand). */
export async function countMessages({ db, now }: Ctx): Promise<{ mails: number; notices: number; oldest: number; failed: number }> {
  const { rows } = await db.execute<{ mails: number; notices: number; oldest: number; failed: number }>(sql`
    with waiting as (
      select 'mail' as kind, created_at from messages where way = 'email' and text is not null and next_at is not null
      union all select 'notice', created_at from messages where way = 'sms' and next_at is not null
      union all select 'notice', created_at from notices where next_at is not null
    ), newest as (select state, created_at from notices order by id desc limit 1000)
    select count(*) filter (where kind = 'mail')::integer as mails, count(*) filter (where kind = 'notice')::integer as notices,
      coalesce(extract(epoch from ${now} - min(created_at)), 0)::float as oldest,
      (select count(*) from messages where state in ('failed', 'unknown') and created_at > ${now} - interval '4 days' and given_up_at > ${now} - interval '1 day')::integer
        + (select count(*) from newest where state in ('failed', 'unknown') and created_at > ${now} - interval '1 day')::integer as failed
    from waiting`)
  return rows[0] as { mails: number; notices: number; oldest: number; failed: number }
}

/** How many who work in the shop hear of a paid order, and where the shop has no SMS, how many messages of a week had no way to a buyer who left no e-mail. */
export async function countReach({ db, now, services }: Ctx): Promise<{ people: number; untold: number }> {
  const sendsMail = services.opening.hasMail || services.shop.demo !== null
  const { rows } = await db.execute<{ people: number; untold: number }>(sql`
    select (select count(*)::integer from profiles p left join alert_settings s on s.user_id = p.id where ${mayHear({ services }, sql`'paid'`)}
        and exists (select from ${waysToHear({ services }, sql`'paid'`)} where way.name <> 'email' or ${sendsMail}::boolean)) as people,
      (select count(*)::integer from orders o join order_events e on e.order_id = o.id
        where ${services.sms === null}::boolean and o.created_at > ${now} - interval '14 days' and e.created_at > ${now} - interval '7 days' and o.discarded_at is null and o.anonymised_at is null
          and (e.from_status || ' ' || e.to_status = any(${sql.param(noticeMoves)}::text[]) or '* ' || e.to_status = any(${sql.param(noticeMoves)}::text[]))
          and not exists (select from notices n where n.event_id = e.id)
          and not exists (select from made_up_orders m where m.order_id = o.id)) as untold`)
  return rows[0] as { people: number; untold: number }
}

/** What the last nightly check of the books found, and seconds since; null before the first. */
export async function lastLedgerCheck({ db, now }: Ctx): Promise<{ broken: string[]; age: number } | null> {
  const { rows } = await db.execute<{ broken: string[]; age: number }>(sql`
    select broken, extract(epoch from ${now} - done_at)::float as age from job_runs where name = 'check ledger'`)
  return rows[0] ?? null
}

/** Bytes, connections of all kinds, and seconds that the longest statement of the shop has been running. */
export async function measureDatabase({ db }: Ctx): Promise<{ bytes: number; connections: number; max: number; longest: number }> {
  const { rows } = await db.execute<{ bytes: number; connections: number; max: number; longest: number }>(sql`
    select pg_database_size(current_database())::float as bytes, count(*)::integer as connections, current_setting('max_connections')::integer as max,
      coalesce(max(extract(epoch from clock_timestamp() - query_start)) filter (where state = 'active' and pid <> pg_backend_pid() and datname = current_database()), 0)::float as longest
    from pg_stat_activity where backend_type = 'client backend'`)
  return rows[0] as { bytes: number; connections: number; max: number; longest: number }
}
