import { type Context, withOrderKey } from '#core/context.ts'
import { consumeAll } from '#core/rate-limit.ts'
import { formatShillings } from '#domain/money.ts'
import { statusLabel } from '#domain/order.ts'
import { nextStep } from '#domain/order-view.ts'
import { isProblem, unlessRefused } from '#domain/problem.ts'
import { isCash } from '#domain/receipt-code.ts'
import { ordersPath, peopleOf, type Reply, type ReplyOrder, replyOrder, trackPath, type Visitor } from '#features/assistant/chat-reply.ts'
import { listOrders } from '#features/orders/list-orders.ts'
import { findOrder, type WholeOrder } from '#features/orders/read-order.ts'
import { trackOrder } from '#features/orders/track-order.ts'

/**
 * The orders a visitor asks about, of those the visitor may see: the one they named or whose page they are on; else those placed in their browser, or their
 * account's newest three, without drafts. Problem `too_many` for a visitor who has tried many.
 */
async function listVisitorOrders(ctx: Context, { order, kept, countedBy }: Visitor): Promise<WholeOrder[]> {
  const { userId } = ctx.actor
  const own = async () => (userId === null ? [] : (await listOrders(ctx, { user_id: userId, limit: 3 })).data)
  const held = order ? [order] : kept.length > 0 ? kept : (await own()).map(({ id }) => ({ id, key: null }))
  if (held.length === 0) return []
  await consumeAll(ctx, { chat_order_visitor: countedBy, chat_order_address: ctx.actor.address })
  const found: WholeOrder[] = []
  for (const { id, key } of held) {
    const opened = await findOrder(withOrderKey(ctx, key), id)
    if (opened && (order || opened.discarded_at === null)) found.push(opened)
  }
  return found
}

/** The card of an order: what its schema names, and nothing else of the order. */
function toReplyOrder(order: WholeOrder): ReplyOrder {
  const next = nextStep({ ...order, discarded: order.discarded_at !== null })
  return replyOrder.parse({
    ...order,
    next,
    code: order.short_code,
    label: statusLabel(order.status, order.delivery_kind),
    total: order.total_amount,
  })
}

/** The status of the visitor's orders: the newest in full and on a card, others in a line. */
export async function replyAboutOrder(ctx: Context, visitor: Visitor): Promise<Reply> {
  const [order, ...others] = (await listVisitorOrders(ctx, visitor)).map(toReplyOrder)
  const account = ctx.actor.userId === null ? [] : [{ label: 'My Orders', href: ordersPath }]
  if (order) {
    const rest = others.length > 0 ? [`Your other orders: ${others.map(({ code, label }) => `${code}: ${label}.`).join(' ')}`] : []
    const response = [`${standing(order)} ${order.next}`, ...moneyBack(order), ...rest].join('\n')
    return { response, links: [...account, ...peopleOf(ctx.services.shop, `this is about my order ${order.code}.`)], order }
  }
  const why = visitor.order ? 'No order opens with this link.' : 'I can look at your order when I have its link.'
  const link = 'It is the address of the page you came to after Place Order. Copy it and paste it here.'
  const response = `${why} ${account.length === 0 ? link : 'Your orders are in your dashboard, under My Orders.'}`
  return { response, links: [...account, { label: 'Where is my order?', href: '/help#faq-where' }, ...peopleOf(ctx.services.shop)] }
}

/** The order of a code or receipt and its phone, as `/track` shows it and by its limits; asks for the phone where there is none. */
export async function replyAboutTracked(ctx: Context, { code, phone }: { code: string; phone: string | null }): Promise<Reply> {
  const links = [{ label: 'Track your order', href: trackPath }, ...peopleOf(ctx.services.shop, `this is about my order ${code}.`)]
  if (phone === null) return { response: `To look at order ${code} I also need the phone number you gave at checkout. Please write it here.`, links }
  try {
    const { code: found, status, delivery_kind, next, promise, late } = await trackOrder(ctx, { code, phone })
    const days = promise && status !== 'delivered' && !late ? `${promise.option}: ${promise.days}.` : null
    return { response: [`Order ${found}: ${statusLabel(status, delivery_kind)}. ${next}`, days, late].filter(Boolean).join('\n'), links }
  } catch (error) {
    if (!isProblem(error)) throw error
    return { response: error.message, links }
  }
}

/**
 * Adds what the books show of the visitor's order, and how to reach a person, to what holds for everybody. `about` begins the visitor's message to the shop;
 * `{order}` in it is the order. A visitor who has reached the limit still gets an answer, without the order.
 */
export async function replyAboutMoney(ctx: Context, visitor: Visitor, { response, links = [] }: Reply, about: string): Promise<Reply> {
  const [order] = await unlessRefused('too_many', listVisitorOrders(ctx, visitor), [])
  const people = (code: string) => [...links, ...peopleOf(ctx.services.shop, about.replace('{order}', code))]
  if (!order) return { response, links: people('') }
  const card = toReplyOrder(order)
  // The books show one payment, and none is in review.
  const isPaidOnce = order.payment?.state === 'paid' && !order.in_review
  const [seen = isPaidOnce ? `Up to now we see one payment for it, ${formatShillings(card.total)}.` : card.next, ...more] = moneyBack(card)
  return { response: `${response}\n\n${[standing(card), seen, ...more].join(' ')}`, links: people(` for my order ${card.code}`), order: card }
}

const standing = ({ code, label }: ReplyOrder) => `Order ${code}: ${label}.`

/** Uses the words of the order's page. */
function moneyBack({ refunds }: ReplyOrder): string[] {
  return refunds.map(({ amount, done_at, receipt, in_cash }) =>
    done_at === null
      ? `${formatShillings(amount)} that came for it goes back to ${in_cash ? 'you' : 'your M-Pesa'}.`
      : isCash(receipt)
        ? `${formatShillings(amount)} was paid back in cash, number ${receipt}.`
        : `${formatShillings(amount)} was sent back to your M-Pesa${receipt ? `, receipt ${receipt}` : ''}.`,
  )
}
