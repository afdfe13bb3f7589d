import { sql } from 'drizzle-orm'
import { arrayOf, asManyAs } from '#core/batched.ts'
import type { Context } from '#core/context.ts'
import { withLogIds } from '#core/log-ids.ts'
import { consume } from '#core/rate-limit.ts'
import { isStillTrue, type NoticeState, noticeMaxAgeHours } from '#domain/buyer-notice.ts'
import { isOneAddress } from '#domain/mail.ts'
import { isUnpaid } from '#domain/order.ts'
import { isProblem } from '#domain/problem.ts'
import { queueMail } from '#features/mail/message-queue.ts'
import { isStillMine, markSent, markUnsent, retryLater } from '#features/notices/mark-notices.ts'
import { noticeEmail, noticeFacts } from '#features/notices/notice-email.ts'
import { type DueNotice, type NoticeOrder, readNoticeOrders } from '#features/notices/notice-facts.ts'
import { noticeSms } from '#features/notices/notice-sms.ts'
import { shortLinkTo } from '#features/orders/short-links.ts'
import { messagesAtOnce } from '#services/sms/sms.ts'

/**
 * Sends every notice that is due, each once, in any number of processes: a process takes a notice by moving its due time. An e-mail is handed to the mail queue
 * in the transaction that marks the notice. A short message is marked before it is sent: a process that dies in between, or hears no answer, leaves it
 * `unknown`, and it is never repeated. A message that did not reach its buyer is tried again with growing pauses, for a day. Answers how many were sent.
 */
export async function sendNotices(ctx: Context): Promise<number> {
  await giveUpLost(ctx)
  let sent = 0
  while (true) {
    const due = await takeDue(ctx)
    const went = due.length > 0 ? await sendDue(ctx, due) : []
    sent += went.filter((state) => state === 'sent').length
    // The job leaves a failing gateway alone until its next run.
    if (due.length < messagesAtOnce || went.includes('due')) return sent
  }
}

/** Seconds after which a notice whose process died is due again: longer than any try may take. */
const lease = 60

/** A process died while it was sending a message. */
async function giveUpLost({ db, now, log }: Context) {
  const { rows } = await db.execute<{ id: number }>(sql`
    update notices set state = 'unknown', next_at = null, last_error = 'cut off while it was sent' where state = 'sending' and next_at <= ${now} returning id::integer`)
  for (const { id } of rows) log.warn({ notice: id }, 'nobody knows whether a notice was sent')
}

async function takeDue({ db, now }: Context): Promise<DueNotice[]> {
  const { rows } = await db.execute<DueNotice>(sql`
    update notices set tries = tries + 1, next_at = ${now} + make_interval(secs => ${lease})
    where id = any(array(select id from notices where state = 'due' and next_at <= ${now} order by next_at limit ${messagesAtOnce} for update skip locked))
    returning id::integer, kind, channel, order_id, tries`)
  return rows
}

/** Answers the states of the notices, `due` for one that is tried again. */
async function sendDue(ctx: Context, due: DueNotice[]): Promise<NoticeState[]> {
  const ids = due.map(({ id }) => id)
  const orders = await readNoticeOrders(ctx, ids, noticeMaxAgeHours)
  const messages: Message[] = []
  const others = await Promise.all(
    due.map((notice) =>
      alone(ctx, notice, async () => {
        const order = orders.get(notice.id)
        if (!order) return 'skipped'
        const why = await reasonToSkip(ctx, notice, order)
        if (why) return markUnsent(ctx, notice, 'skipped', why)
        if (notice.channel === 'email') return write(ctx, notice, order)
        messages.push({ notice, order })
        return 'sending'
      }),
    ),
  )
  return [...others.filter((state) => state !== 'sending'), ...(await sendMessages(ctx, messages))]
}

/** A failure of one notice does not stop the others. */
function alone(ctx: Context, { id, kind, channel, order_id }: DueNotice, work: () => Promise<NoticeState>): Promise<NoticeState> {
  const facts = { notice: id, kind, channel }
  return withLogIds({ order: order_id }, async () => {
    try {
      const state = await work()
      if (state === 'sent') ctx.log.info(facts, 'notice sent')
      return state
    } catch (error) {
      ctx.log.error({ ...facts, error }, 'notice failed; it is due again soon')
      return 'due'
    }
  })
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
async function mayWriteTo(ctx: Context, address: string, id: number): Promise<boolean> {
  try {
    await consume(ctx, 'notice_address', address.toLowerCase(), String(id))
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
    return 'sent'
  })
}

interface Message {
  notice: DueNotice
  order: NoticeOrder
}

/**
 * Marks the messages in one statement and sends them at the same time. What was accepted is written down at once, with what was accepted at the same moment: a process
 * that dies then leaves few messages in doubt.
 */
async function sendMessages(ctx: Context, messages: Message[]): Promise<NoticeState[]> {
  const { db } = ctx
  const { sms, shop, settings } = ctx.services
  if (sms === null || messages.length === 0) return messages.map(() => 'skipped')
  const taken = messages.map(({ notice: { id, tries } }) => ({ id, tries }))
  const { rows } = await db.execute<{ id: number }>(sql`
    with taken as (
      select * from unnest(${arrayOf(taken, 'id')}::bigint[], ${arrayOf(taken, 'tries')}::integer[]) as taken (id, tries) ${asManyAs(taken)}
    )
    update notices n set state = 'sending' from taken where n.id = taken.id and n.tries = taken.tries and n.state = 'due' returning n.id::integer`)
  return Promise.all(
    messages.map(({ notice, order }) =>
      alone(ctx, notice, async () => {
        // Another process has taken it meanwhile.
        if (!rows.some(({ id }) => id === notice.id)) return 'skipped'
        const isToReceiver = notice.channel === 'receiver'
        // The link opens the buyer's page, with prices.
        const link = isToReceiver ? '' : shop.origin + shortLinkTo(ctx, { id: notice.order_id, phone_changes: order.phone_changes })
        const text = noticeSms(notice.kind, noticeFacts(shop, order, notice.channel), link, settings.texts)
        const answer = await sms.send({ to: (isToReceiver && order.receiver_phone) || order.customer_phone, text })
        if (answer.outcome === 'later') return retryLater(ctx, notice, answer.code)
        if (answer.outcome !== 'sent') return markUnsent(ctx, notice, answer.outcome === 'never' ? 'failed' : 'unknown', answer.code)
        return markSent(ctx, notice, answer.id)
      }),
    ),
  )
}

/** The order's page, with the key that opens it for every reader of the link (decisions, Orders and payments). */
function linkTo({ services }: Context, order: string): string {
  return `${services.shop.origin}/order/${order}?key=${services.secrets.orderKey(order)}`
}
