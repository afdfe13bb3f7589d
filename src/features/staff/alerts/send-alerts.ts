import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { nextTryAfter } from '#core/outbox.ts'
import { alertMaxAgeHours, usualQuietHours, wordAlerts } from '#domain/alert.ts'
import { openWorkOf, openWorkWords, waitingInAll } from '#domain/open-work.ts'
import { queueMail } from '#features/mail/message-queue.ts'
import { countOpenWork } from '#features/orders/list-work.ts'
import { alertEmail, alertPush, alertSms } from '#features/staff/alerts/alert-texts.ts'
import { type DueAlerts, readDueAlerts } from '#features/staff/alerts/due-alerts.ts'
import { findPushKeys, pushContact } from '#features/staff/alerts/push-keys.ts'
import { messagesAtOnce } from '#services/sms/sms.ts'

/**
 * Sends every message that is due, each once, in any number of processes: a process takes one by moving its due time. Those of people whose hours are quiet stay due until
 * these are over, and have gathered by then what happened meanwhile. A short message that a process died over is never repeated; a push is, under the same topic, so
 * that a device shows it once. Answers how many were sent.
 */
export async function sendAlerts(ctx: Context): Promise<number> {
  await giveUpLost(ctx)
  let sent = 0
  while (true) {
    const due = await takeDue(ctx)
    if (due.length === 0) return sent
    const messages = await readDueAlerts(ctx, due)
    const work = await countOpenWork(ctx)
    const outcomes = await Promise.all(messages.map((message) => alone(ctx, message, () => send(ctx, message, work))))
    sent += outcomes.filter((outcome) => outcome === 'sent').length
    // The job leaves what fails alone until its next run.
    if (due.length < messagesAtOnce || outcomes.includes('due')) return sent
  }
}

type Outcome = 'sent' | 'due' | 'over'
type OpenWork = Awaited<ReturnType<typeof countOpenWork>>

/** Seconds after which a message whose process died is due again: longer than any try may take. */
const lease = 60

async function giveUpLost({ db, now, log }: Context) {
  const { rows } = await db.execute<{ id: string }>(sql`
    update alert_messages set state = 'unknown', next_at = null, last_error = 'cut off while it was sent' where state = 'sending' and next_at <= ${now} returning id`)
  for (const { id } of rows) log.warn({ alert: id }, 'nobody knows whether an alert was sent')
}

/** A short message is marked before it is sent. */
async function takeDue({ db, now }: Context): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    update alert_messages set tries = tries + 1, next_at = ${now} + make_interval(secs => ${lease}), state = case when way = 'sms' then 'sending' else 'due' end
    where id = any(array(select m.id from alert_messages m left join alert_settings s on s.user_id = m.user_id
      where m.state = 'due' and m.next_at <= ${now} and not ${isQuietFor(now)} order by m.next_at limit ${messagesAtOnce} for update of m skip locked))
    returning id`)
  return rows.map(({ id }) => id)
}

/** SQL: the hours of whoever has the settings `s` are quiet (`isQuiet`). */
function isQuietFor(now: SQL): SQL {
  const minute = sql`(extract(hour from ${now} at time zone 'Africa/Nairobi') * 60 + extract(minute from ${now} at time zone 'Africa/Nairobi'))`
  const [from, until] = [
    sql`case when s.user_id is null then ${usualQuietHours.from}::integer else s.quiet_from end`,
    sql`case when s.user_id is null then ${usualQuietHours.until}::integer else s.quiet_until end`,
  ]
  return sql`coalesce(case when ${from} < ${until} then ${minute} >= ${from} and ${minute} < ${until} else ${minute} >= ${from} or ${minute} < ${until} end, false)`
}

/** A failure of one message does not stop the others. */
async function alone(ctx: Context, { id, way }: DueAlerts, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    ctx.log.error({ alert: id, way, error }, 'an alert failed; it is due again soon')
    return 'due'
  }
}

async function send(ctx: Context, message: DueAlerts, work: OpenWork): Promise<Outcome> {
  const { shop, sms, push } = ctx.services
  if (message.alerts.length === 0) return settle(ctx, message, 'skipped', 'may not hear of it any more')
  if (message.is_late) return settle(ctx, message, 'skipped', `older than ${alertMaxAgeHours} hours`)
  const waiting = openWorkOf(message, work)
  const words = wordAlerts(message.alerts, { waiting: openWorkWords(waiting) })
  if (message.way === 'email') return mail(ctx, message, alertEmail(shop, message.full_name, words))
  if (message.way === 'sms') {
    if (sms === null || message.phone === null) return settle(ctx, message, 'skipped', 'no SMS any more')
    const answer = await sms.send({ to: message.phone, text: alertSms(shop, words) })
    if (answer.outcome === 'sent') return markSent(ctx, message)
    if (answer.outcome === 'later') return again(ctx, message, answer.code, null)
    return answer.outcome === 'never' ? fail(ctx, message, answer.code) : settle(ctx, message, 'unknown', answer.code)
  }
  const keys = await findPushKeys(ctx)
  if (!keys || !message.device) return fail(ctx, message, 'no keys that open')
  const payload = alertPush(words, message.id, waitingInAll(waiting))
  const answer = await push.send({
    to: message.device,
    keys,
    contact: pushContact(shop),
    payload,
    topic: `alert-${message.id}`,
  })
  if (answer.outcome === 'sent') return markSent(ctx, message)
  if (answer.outcome === 'later') return again(ctx, message, answer.code, answer.seconds)
  if (answer.outcome === 'never') return fail(ctx, message, answer.code)
  await fail(ctx, message, answer.code, sql`device_id = ${message.device.id} and state = 'due'`)
  // Its messages go with it.
  await ctx.db.execute(sql`delete from push_devices where id = ${message.device.id}`)
  ctx.log.info({ alert: message.id, code: answer.code }, 'a device takes pushes no more')
  return 'over'
}

/** The letter is written if and only if its message is marked: a process that was too slow rolls it back. */
async function mail(ctx: Context, message: DueAlerts, letter: ReturnType<typeof alertEmail>): Promise<Outcome> {
  if (message.email === null) return settle(ctx, message, 'skipped', 'no address')
  return ctx.db.transaction(async (tx) => {
    if ((await markSent({ ...ctx, db: tx }, message)) !== 'sent') return 'over'
    const goodUntil = sql`${ctx.now} + make_interval(hours => ${alertMaxAgeHours})`
    await queueMail({ db: tx }, { ...letter, to: message.email as string, userId: message.user_id, goodUntil })
    return 'sent'
  })
}

async function markSent({ db, now }: Context, message: DueAlerts): Promise<Outcome> {
  const { rowCount } = await db.execute(
    sql`update alert_messages set state = 'sent', sent_at = ${now}, next_at = null, last_error = null where ${mine(message)}`,
  )
  if (message.device) await db.execute(sql`update push_devices set last_sent_at = ${now} where id = ${message.device.id}`)
  return rowCount === 0 ? 'over' : 'sent'
}

async function again(ctx: Context, message: DueAlerts, code: string, asked: number | null): Promise<Outcome> {
  const pause = nextTryAfter(message.tries)
  if (pause === null) return fail(ctx, message, code)
  await ctx.db.execute(sql`
    update alert_messages set state = 'due', next_at = ${ctx.now} + make_interval(secs => ${Math.max(pause, asked ?? 0)}), last_error = ${code} where ${mine(message)}`)
  return 'due'
}

/** What no other message tells this person, or still may, goes by e-mail instead. */
async function fail(ctx: Context, message: DueAlerts, why: string, which = mine(message)): Promise<Outcome> {
  return ctx.db.transaction(async (tx): Promise<Outcome> => {
    // One after the other for one person: the last of several that fail at once sees that the others did.
    await tx.execute(sql`select from profiles where id = ${message.user_id} for no key update`)
    const { rows } = await tx.execute<{ id: string }>(sql`select id from alert_messages where ${which}`)
    await settle({ ...ctx, db: tx }, message, 'failed', why, which)
    await tx.execute(sql`
      with untold as (
        select distinct alert_id from alert_parts p where message_id = any(${sql.param(rows.map(({ id }) => id))}::bigint[]) and not exists (
          select from alert_messages m join alert_parts q on q.message_id = m.id
          where m.user_id = ${message.user_id} and q.alert_id = p.alert_id and m.state not in ('failed', 'skipped'))
      ),
      letter as (
        insert into alert_messages (user_id, way, next_at, created_at) select ${message.user_id}::uuid, 'email', ${ctx.now}, ${ctx.now} where exists (select from untold)
        on conflict (user_id, way, device_id) where state = 'due' and tries = 0 do update set user_id = excluded.user_id returning id
      )
      insert into alert_parts (message_id, alert_id) select letter.id, untold.alert_id from letter, untold`)
    return 'over'
  })
}

async function settle(
  { db, log }: Context,
  message: DueAlerts,
  state: 'skipped' | 'failed' | 'unknown',
  why: string,
  which = mine(message),
): Promise<Outcome> {
  await db.execute(sql`update alert_messages set state = ${state}, next_at = null, last_error = ${why} where ${which}`)
  if (state !== 'skipped') log.warn({ alert: message.id, way: message.way, state, code: why }, 'an alert did not arrive')
  return 'over'
}

/** SQL: the message, unless another process has taken it meanwhile. */
function mine({ id, tries }: DueAlerts): SQL {
  return sql`id = ${id}::bigint and tries = ${tries} and state in ('due', 'sending')`
}
