import { formatShillings } from '#domain/money.ts'
import { statusLabel } from '#domain/order.ts'
import { nextStep } from '#domain/order-story.ts'
import { isProblem } from '#domain/problem.ts'
import { ordersPath, peopleOf, type Reply, type ReplyLink, type ReplyOrder } from '#features/chat/chat-reply.ts'
import type { Visitor } from '#features/chat/question.ts'
import { type Context, withOrderKey } from '#features/context.ts'
import { consumeAll } from '#features/limits/rate-limit.ts'
import { listOrders } from '#features/orders/list-orders.ts'
import { findOrder, type WholeOrder } from '#features/orders/read-order.ts'

/** How many of an account's orders an answer looks at. */
const newest = 3

/**
 * The orders a visitor asks about, of those the visitor may see: the one they named or whose page they are on; else those placed in their browser, or their
 * account's, newest first, without drafts. Problem `too_many` for a visitor who has tried many.
 */
export async function listVisitorOrders(ctx: Context, { order, kept, countedBy }: Visitor): Promise<WholeOrder[]> {
  const { userId } = ctx.actor
  const own = async () => (userId === null ? [] : (await listOrders(ctx, { user_id: userId, limit: newest })).data)
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

/** The card of an order. */
export function toReplyOrder(order: WholeOrder): ReplyOrder {
  return {
    code: order.short_code,
    status: order.status,
    label: statusLabel(order.status),
    next: nextStep({ ...order, discarded: order.discarded_at !== null }),
    total: Number(order.total_amount),
    lines: order.lines.map(({ name, size, quantity }) => ({ name, size, quantity })),
    refunds: order.refunds.map(({ amount, done_at, receipt }) => ({ amount, done_at, receipt })),
  }
}

/** The status of the visitor's orders: the newest in full and on a card, others in a line. */
export async function replyAboutOrder(ctx: Context, visitor: Visitor): Promise<Reply> {
  const [order, ...others] = (await listVisitorOrders(ctx, visitor)).map(toReplyOrder)
  if (order) {
    const rest = others.length > 0 ? [`Your other orders: ${others.map(({ code, label }) => `${code}: ${label}.`).join(' ')}`] : []
    return { response: [`${standing(order)} ${order.next}`, ...moneyBack(order), ...rest].join('\n'), links: orderLinks(ctx, order.code), order }
  }
  const why = visitor.order ? 'No order opens with this link.' : 'I can look at your order when I have its link.'
  const help: ReplyLink = { label: 'Where is my order?', href: '/help#faq-where' }
  return { response: `${why} ${whereLinksAre(ctx)}`, links: orderLinks(ctx).toSpliced(-1, 0, help) }
}

/** Links to the account's orders, and to the shop's people. */
export function orderLinks({ actor, services }: Pick<Context, 'actor' | 'services'>, code?: string): ReplyLink[] {
  const own: ReplyLink[] = actor.userId === null ? [] : [{ label: 'My Orders', href: ordersPath }]
  return [...own, ...peopleOf(services.shop, code && `this is about my order ${code}.`)]
}

/** Where buyers find the link to an order. */
export function whereLinksAre({ actor }: Pick<Context, 'actor'>): string {
  return actor.userId === null
    ? 'It is the address of the page you came to after Place Order. Copy it and paste it here.'
    : 'Your orders are in your dashboard, under My Orders.'
}

/** The answer to a double payment: what happens to the money, what the books show of it, and how to reach a person. */
export async function replyAboutPaidTwice(ctx: Context, visitor: Visitor): Promise<Reply> {
  const order = await findNewest(ctx, visitor)
  const card = order && toReplyOrder(order)
  // The books show one payment, and none is in review.
  const isPaidOnce = order?.payment?.state === 'paid' && !order.in_review
  const about = `I paid twice${card ? ` for my order ${card.code}` : ''}. My M-Pesa codes are: `
  if (!card) return { response: twice, links: peopleOf(ctx.services.shop, about) }
  const [seen = isPaidOnce ? `Up to now we see one payment for it, ${formatShillings(card.total)}.` : card.next, ...more] = moneyBack(card)
  return { response: `${twice}\n\n${[standing(card), seen, ...more].join(' ')}`, links: peopleOf(ctx.services.shop, about), order: card }
}
const twice =
  'An order takes one payment. A second one that comes for it goes back to the M-Pesa number that paid it, and the page of the order then says so. If you do not see that, or paid for two orders, write to us on WhatsApp with the codes of both M-Pesa messages: a person looks at it.'

/** Adds the visitor's own order, where it is known, and a contact to what the help pages say about refunds. */
export async function withRefund(ctx: Context, visitor: Visitor, help: Reply | null): Promise<Reply> {
  const order = await findNewest(ctx, visitor)
  const card = order && toReplyOrder(order)
  const said = [...(help ? [help.response] : []), ...(card ? [[standing(card), ...moneyBack(card)].join(' ')] : [])]
  const about = card ? `this is about the money for my order ${card.code}.` : 'I have a question about my money.'
  return {
    response: said.join('\n\n') || 'Our people look at payments and refunds: ask them on WhatsApp.',
    links: [...(help?.links ?? []), ...peopleOf(ctx.services.shop, about)],
    ...(card && { order: card }),
  }
}

/** A visitor who has reached the limit still gets an answer about money, without the order. */
async function findNewest(ctx: Context, visitor: Visitor): Promise<WholeOrder | undefined> {
  const tooMany = (error: unknown) => {
    if (isProblem(error) && error.code === 'too_many') return []
    throw error
  }
  return (await listVisitorOrders(ctx, visitor).catch(tooMany))[0]
}

function standing({ code, label }: ReplyOrder): string {
  return `Order ${code}: ${label}.`
}

/** Uses the words of the order's page. */
function moneyBack({ refunds }: ReplyOrder): string[] {
  return refunds.map(({ amount, done_at, receipt }) =>
    done_at === null
      ? `${formatShillings(amount)} that came for it goes back to your M-Pesa.`
      : `${formatShillings(amount)} was sent back to your M-Pesa${receipt ? `, receipt ${receipt}` : ''}.`,
  )
}
