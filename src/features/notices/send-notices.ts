import { type SQL, sql } from 'drizzle-orm'
import { arrayOf, asManyAs, batched } from '#core/batched.ts'
import type { Context } from '#core/context.ts'
import { withLogIds } from '#core/log-ids.ts'
import { type Answer, type Composed, leaseSeconds, type Mark, sendDue } from '#core/outbox.ts'
import { consume } from '#core/rate-limit.ts'
import { isStillTrue, type NoticeState, noticeMaxAgeHours } from '#domain/buyer-notice.ts'
import { isOneAddress } from '#domain/mail.ts'
import { isUnpaid } from '#domain/order.ts'
import { isProblem } from '#domain/problem.ts'
import { queueMail } from '#features/mail/message-queue.ts'
import { noticeEmail, noticeFacts } from '#features/notices/notice-email.ts'
import { type DueNotice, type NoticeOrder, noticeSms, readNoticeOrders } from '#features/notices/notice-facts.ts'
import { shortLinkTo } from '#features/orders/short-links.ts'
import { messagesAtOnce, type SmsAnswer } from '#services/sms/sms.ts'

/**
 * Sends every notice that is due, each once. An e-mail is handed to the mail queue in the transaction that marks the notice. A short message that did not go is tried again
 * for a day: then it is no news any more. Returns how many were sent.
 */
export function sendNotices(ctx: Context): Promise<number> {
  return sendDue<DueNotice, NoticeAnswer>(ctx, {
    name: 'notice',
    table: 'notices',
    atOnce: messagesAtOnce,
    take: takeDue,
    compose: composeAll,
    settle: async (_, { id, tries, order_id: orderId }, mark, answer) => {
      const providerId = answer && 'id' in answer ? answer.id : null
      return (await writeMark(ctx, { ...mark, id, tries, orderId, providerId })) !== null
    },
    within: ({ order_id }, work) => withLogIds({ order: order_id }, work),
  })
}

type NoticeAnswer = SmsAnswer | Answer

async function takeDue({ db, now }: Context): Promise<DueNotice[]> {
  const { rows } = await db.execute<DueNotice>(sql`
    update notices set tries = tries + 1, next_at = ${now} + make_interval(secs => ${leaseSeconds})
    where id = any(array(select id from notices where state = 'due' and next_at <= ${now} order by next_at limit ${messagesAtOnce} for update skip locked))
    returning id::text, kind, channel, order_id, tries`)
  return rows
}

async function composeAll(ctx: Context, due: DueNotice[]) {
  const orders = await readNoticeOrders(
    ctx,
    due.map(({ id }) => id),
    noticeMaxAgeHours,
  )
  return async (notice: DueNotice): Promise<Composed<NoticeAnswer>> => {
    const order = orders.get(notice.id)
    // Its order was cleared meanwhile, and the notice with it.
    if (!order) return { state: 'skipped' }
    const why = await reasonToSkip(ctx, notice, order)
    if (why) return { answer: { outcome: 'skipped', code: why } }
    if (notice.channel === 'email') return { state: await write(ctx, notice, order) }
    return shortMessage(ctx, notice, order)
  }
}

/** Worded before it is marked: what cannot be worded is tried again. */
function shortMessage(ctx: Context, { id, kind, channel, order_id }: DueNotice, order: NoticeOrder): Composed<NoticeAnswer> {
  const { sms, shop, settings } = ctx.services
  if (sms === null) throw new Error(`no SMS to send notice ${id} by`)
  const isToReceiver = channel === 'receiver'
  // The link opens the buyer's page, with prices.
  const link = isToReceiver ? '' : shop.origin + shortLinkTo(ctx, { id: order_id, phone_changes: order.phone_changes })
  const text = noticeSms(kind, noticeFacts(shop, order, channel), link, settings.texts)
  const to = (isToReceiver && order.receiver_phone) || order.customer_phone
  return { isOnce: true, send: () => sms.send({ to, text }) }
}

async function reasonToSkip(ctx: Context, { id, kind, channel }: DueNotice, order: NoticeOrder): Promise<string | null> {
  // Money may have come for a discarded order: its buyer gets only the notice of the refund.
  if (order.discarded && kind !== 'refund') return 'the order was discarded'
  if (order.overtaken || !isStillTrue(kind, order.status)) return 'overtaken'
  if (order.late) return 'too late'
  if (order.nameless) return 'the buyer has left'
  if (channel === 'receiver' && (order.receiver_phone === null || order.status !== 'shipped')) return 'no receiver any more'
  if (channel !== 'email') return ctx.services.sms === null ? 'no SMS any more' : null
  if (order.customer_email === null || !isOneAddress(order.customer_email)) return 'no address'
  const isUnproved = kind === 'received' || (kind === 'link' && isUnpaid(order.status))
  return isUnproved && !(await mayWriteTo(ctx, order.customer_email, id)) ? 'too many to this address' : null
}

/** The same notice counts once, however often it is tried. */
async function mayWriteTo(ctx: Context, address: string, id: string): Promise<boolean> {
  try {
    await consume(ctx, 'notice_address', address.toLowerCase(), id)
    return true
  } catch (error) {
    if (isProblem(error)) return false
    throw error
  }
}

/**
 * Writes the e-mail if and only if it marks the notice: a process that was too slow, and lost the notice to another, rolls the e-mail back. It locks the order
 * first, as every transaction does that removes a buyer from it or clears it, so that none of them misses an e-mail.
 */
function write(ctx: Context, notice: DueNotice, order: NoticeOrder): Promise<NoticeState> {
  const letter = noticeEmail(notice.kind, ctx.services.shop, order, linkTo(ctx, notice.order_id), ctx.services.settings.texts)
  return ctx.db.transaction(async (tx) => {
    const held = await tx.execute(sql`select from orders where id = ${notice.order_id} and anonymised_at is null for share`)
    const { rowCount } = await tx.execute(sql`select from notices where ${isStillMine(notice)} for update`)
    if (held.rowCount === 0 || rowCount === 0) return 'skipped'
    const goodUntil = sql`${ctx.now} + make_interval(hours => ${noticeMaxAgeHours})`
    const mail = await queueMail({ db: tx }, { ...letter, to: order.customer_email as string, userId: order.user_id, goodUntil })
    await tx.execute(
      sql`update notices set state = 'sent', sent_at = ${ctx.now}, next_at = null, mail_id = ${mail}, last_error = null where ${isStillMine(notice)}`,
    )
    ctx.log.info({ message: notice.id, kind: notice.kind }, 'notice sent')
    return 'sent'
  })
}

/** SQL: the notice, unless it was taken by another meanwhile. */
function isStillMine({ id, tries }: DueNotice): SQL {
  return sql`id = ${id} and tries = ${tries} and state = 'due'`
}

interface NoticeMark extends Mark {
  id: string
  tries: number
  orderId: string
  /** The gateway's id of a message. */
  providerId: string | null
}

/**
 * Writes what became of notices, each unless it was taken by another meanwhile; what was accepted is written down at once, with what was accepted at the same moment, so that a
 * process that dies then leaves few messages in doubt. It asks for their states: for `next_at is not null` the planner would take the index of due notices, and read all of it. Two of
 * one order are apart, because a correction of its number locks them all.
 */
const writeMark = batched<NoticeMark, { id: string }>(
  { atOnce: 1, most: messagesAtOnce, again: 1, apart: ({ orderId }) => orderId, id: ({ id }) => id },
  async ({ db, now }, asked) => {
    const { rows } = await db.execute<{ id: string }>(sql`
      with mark as (
        select * from unnest(${arrayOf(asked, 'id')}::bigint[], ${arrayOf(asked, 'tries')}::integer[], ${arrayOf(asked, 'state')}::text[],
          ${arrayOf(asked, 'pause')}::double precision[], ${arrayOf(asked, 'providerId')}::text[], ${arrayOf(asked, 'code')}::text[])
          as mark (id, tries, state, pause, provider_id, why) ${asManyAs(asked)}
      )
      update notices n set state = mark.state, sent_at = case mark.state when 'sent' then ${now} end, next_at = ${now} + make_interval(secs => mark.pause),
        provider_id = mark.provider_id, last_error = mark.why
      from mark where n.id = mark.id and n.tries = mark.tries and n.state in ('due', 'sending') returning n.id::text`)
    return rows
  },
)

/** The order's page, with the key that opens it for every reader of the link (decisions, Orders and payments). */
function linkTo({ services }: Context, order: string): string {
  return `${services.shop.origin}/order/${order}?key=${services.secrets.orderKey(order)}`
}
