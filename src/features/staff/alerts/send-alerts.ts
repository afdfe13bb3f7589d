import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { type Answer, type Composed, leaseSeconds, type Mark, type MessageState, sendDue } from '#core/outbox.ts'
import { type Alert, type AlertWay, alertMaxAgeHours, usualQuietHours, wordAlerts } from '#domain/alert.ts'
import { fromShillings } from '#domain/money.ts'
import { openWorkOf, openWorkWords, waitingInAll } from '#domain/open-work.ts'
import { may, type StaffRole } from '#domain/roles.ts'
import { queueMail } from '#features/mail/message-queue.ts'
import { countOpenWork } from '#features/orders/list-work.ts'
import { mayHear } from '#features/staff/alerts/alert-recipients.ts'
import { alertEmail, alertPush, alertSms } from '#features/staff/alerts/alert-texts.ts'
import { findPushKeys, pushContact } from '#features/staff/alerts/push-keys.ts'
import type { PushTarget } from '#services/push/push.ts'
import { messagesAtOnce } from '#services/sms/sms.ts'

/**
 * Sends every message that is due, each once. Those of people whose hours are quiet stay due until these are over, and have gathered by then what happened meanwhile. A push that a
 * process died over is sent again under the same topic, so that a device shows it once. Returns how many were sent.
 */
export function sendAlerts(ctx: Context): Promise<number> {
  return sendDue<DueAlerts, AlertAnswer>(ctx, { name: 'alert', table: 'alert_messages', atOnce: messagesAtOnce, take, compose, settle })
}

/** `isGone`: the device takes pushes no more. */
type AlertAnswer = Answer & { isGone?: boolean }
type OpenWork = Awaited<ReturnType<typeof countOpenWork>>

async function take(ctx: Context): Promise<DueAlerts[]> {
  const { db, now } = ctx
  const { rows } = await db.execute<{ id: string }>(sql`
    update alert_messages set tries = tries + 1, next_at = ${now} + make_interval(secs => ${leaseSeconds})
    where id = any(array(select m.id from alert_messages m left join alert_settings s on s.user_id = m.user_id
      where m.state = 'due' and m.next_at <= ${now} and not ${isQuietFor(now)} order by m.next_at limit ${messagesAtOnce} for update of m skip locked))
    returning id`)
  const ids = rows.map(({ id }) => id)
  return ids.length > 0 ? readDueAlerts(ctx, ids) : []
}

/** SQL: the hours of the person with the settings `s` are quiet (`isQuiet`). */
function isQuietFor(now: SQL): SQL {
  const minute = sql`(extract(hour from ${now} at time zone 'Africa/Nairobi') * 60 + extract(minute from ${now} at time zone 'Africa/Nairobi'))`
  const [from, until] = [
    sql`case when s.user_id is null then ${usualQuietHours.from}::integer else s.quiet_from end`,
    sql`case when s.user_id is null then ${usualQuietHours.until}::integer else s.quiet_until end`,
  ]
  return sql`coalesce(case when ${from} < ${until} then ${minute} >= ${from} and ${minute} < ${until} else ${minute} >= ${from} or ${minute} < ${until} end, false)`
}

async function compose(ctx: Context) {
  const work = await countOpenWork(ctx)
  return (message: DueAlerts) => composeOne(ctx, message, work)
}

async function composeOne(ctx: Context, message: DueAlerts, work: OpenWork): Promise<Composed<AlertAnswer>> {
  const { shop, sms, push } = ctx.services
  const without = (outcome: 'skipped' | 'never', code: string): Composed<AlertAnswer> => ({ answer: { outcome, code } })
  if (message.alerts.length === 0) return without('skipped', 'may not hear of it any more')
  if (message.is_late) return without('skipped', `older than ${alertMaxAgeHours} hours`)
  const waiting = openWorkOf(message, work)
  const words = wordAlerts(message.alerts, { waiting: openWorkWords(waiting) })
  if (message.way === 'email')
    return message.email === null
      ? without('skipped', 'no address')
      : { state: await mail(ctx, message, message.email, alertEmail(shop, message.full_name, words)) }
  const { phone } = message
  if (message.way === 'sms') {
    if (sms === null || phone === null) return without('skipped', 'no SMS any more')
    const text = alertSms(shop, words)
    return { isOnce: true, send: () => sms.send({ to: phone, text }) }
  }
  const { device } = message
  const keys = await findPushKeys(ctx)
  if (!keys || !device) return without('never', 'no keys that open')
  const payload = alertPush(words, message.id, waitingInAll(waiting))
  return {
    isOnce: false,
    send: async () => {
      const answer = await push.send({ to: device, keys, contact: pushContact(shop), payload, topic: `alert-${message.id}` })
      return answer.outcome === 'gone' ? { outcome: 'never', code: answer.code, isGone: true } : answer
    },
  }
}

/** The letter is written if and only if its message is marked: a process that was too slow rolls it back. */
function mail(ctx: Context, message: DueAlerts, to: string, letter: ReturnType<typeof alertEmail>): Promise<MessageState> {
  return ctx.db.transaction(async (tx) => {
    if (!(await write({ ...ctx, db: tx }, { state: 'sent', pause: null, code: null }, isMine(message)))) return 'skipped'
    const goodUntil = sql`${ctx.now} + make_interval(hours => ${alertMaxAgeHours})`
    await queueMail({ db: tx }, { ...letter, to, userId: message.user_id, goodUntil })
    return 'sent'
  })
}

async function settle(ctx: Context, message: DueAlerts, mark: Mark, answer: AlertAnswer | null): Promise<boolean> {
  const { device } = message
  if (mark.state === 'failed') {
    const gone = answer?.isGone && device ? device.id : null
    await fail(ctx, message, mark, gone === null ? isMine(message) : sql`device_id = ${gone} and state = 'due'`)
    // Its messages go with it.
    if (gone !== null) await ctx.db.execute(sql`delete from push_devices where id = ${gone}`)
    return true
  }
  const isWritten = await write(ctx, mark, isMine(message))
  if (mark.state === 'sent' && device) await ctx.db.execute(sql`update push_devices set last_sent_at = ${ctx.now} where id = ${device.id}`)
  return isWritten
}

/** What no other message tells this person, or still may, goes by e-mail instead. */
async function fail(ctx: Context, message: DueAlerts, mark: Mark, which: SQL): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    // One after the other for one person: the last of several that fail at once sees that the others did.
    await tx.execute(sql`select from profiles where id = ${message.user_id} for no key update`)
    const { rows } = await tx.execute<{ id: string }>(sql`select id from alert_messages where ${which}`)
    await write({ ...ctx, db: tx }, mark, which)
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
  })
}

async function write({ db, now }: Context, { state, pause, code }: Mark, which: SQL): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update alert_messages set state = ${state}, next_at = ${now} + make_interval(secs => ${pause}), sent_at = case when ${state === 'sent'} then ${now} end, last_error = ${code}
    where ${which}`)
  return rowCount !== 0
}

/** SQL: the message, unless another process has taken it meanwhile. */
function isMine({ id, tries }: DueAlerts): SQL {
  return sql`id = ${id}::bigint and tries = ${tries} and state in ('due', 'sending')`
}

/** A message that this process has taken, with what it tells, and where to at this moment. */
interface DueAlerts {
  id: string
  /** The way, for the log. */
  kind: string
  user_id: string
  way: AlertWay
  tries: number
  full_name: string
  phone: string | null
  email: string | null
  device: (PushTarget & { id: string }) | null
  role: StaffRole | null
  is_late: boolean
  /** The oldest first: what the role may hear of by now, without sums where it sees no money. */
  alerts: Alert[]
}

type Stored = Omit<DueAlerts, 'alerts'> & { alerts: (Omit<Alert, 'amount'> & { amount: number | null })[] | null }

async function readDueAlerts({ db, now, services }: Pick<Context, 'db' | 'now' | 'services'>, ids: string[]): Promise<DueAlerts[]> {
  const { rows } = await db.execute<Stored & Record<string, unknown>>(sql`
    select m.id, m.way as kind, m.user_id, m.way, m.tries, p.full_name, p.phone, u.email, p.role,
      m.created_at < ${now} - make_interval(hours => ${alertMaxAgeHours}) as is_late,
      (select json_build_object('id', d.id, 'endpoint', d.endpoint, 'p256dh', d.p256dh, 'auth', d.auth) from push_devices d where d.id = m.device_id) as device,
      (select json_agg(json_build_object('kind', a.kind, 'label', a.label, 'amount', a.amount, 'order_id', a.order_id) order by a.at, a.id)
        from alert_parts q join alerts a on a.id = q.alert_id where q.message_id = m.id and ${mayHear({ services }, sql`a.kind`)}) as alerts
    from alert_messages m join profiles p on p.id = m.user_id left join auth.users u on u.id = m.user_id
    where m.id = any(${sql.param(ids)}::bigint[])`)
  return rows.map((row) => ({
    ...row,
    alerts: (row.alerts ?? []).map((alert) => ({
      ...alert,
      amount: alert.amount === null || !may(row, 'see_orders') ? null : fromShillings(alert.amount),
    })),
  }))
}
