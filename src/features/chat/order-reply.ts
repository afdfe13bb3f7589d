import type { ChatReply, ReplyLink, ReplyOrder } from '#domain/assistant.ts'
import { formatShillings } from '#domain/money.ts'
import { isProblem } from '#domain/problem.ts'
import { heldOrders, toReplyOrder } from '#features/chat/held-orders.ts'
import { waysOn, whereLinksAre } from '#features/chat/order-status.ts'
import { peopleOf } from '#features/chat/people.ts'
import type { Visitor } from '#features/chat/visitor.ts'
import type { Context } from '#features/context.ts'

type OrderReply = Pick<ChatReply, 'response' | 'links' | 'order'>

/** The status of the visitor's orders: the newest in full, others in a line. */
export async function replyAboutOrder(ctx: Context, visitor: Visitor): Promise<OrderReply> {
  const [order, ...others] = (await heldOrders(ctx, visitor)).map(toReplyOrder)
  if (order) {
    const lines = order.lines.map(({ name, size, quantity }) => `${quantity} × ${name}, size ${size}`)
    const rest = others.length > 0 ? [`Your other orders: ${others.map(({ code, label }) => `${code}: ${label}.`).join(' ')}`] : []
    return {
      response: [`${standing(order)} ${order.next}`, ...moneyBack(order), ...lines, ...rest].join('\n'),
      links: waysOn(ctx, order.code),
      order,
    }
  }
  const why = visitor.order ? 'No order opens with this link.' : 'I can look at your order when I have its link.'
  const help: ReplyLink = { label: 'Where is my order?', href: '/help#faq-where' }
  return { response: `${why} ${whereLinksAre(ctx)}`, links: waysOn(ctx).toSpliced(-1, 0, help) }
}

/** The answer to a double payment: what happens to the money, what the books show of it, and how to reach a person. */
export async function replyAboutPaidTwice(ctx: Context, visitor: Visitor): Promise<OrderReply> {
  const known = await knownOrder(ctx, visitor)
  const said = known ? [twice, [standing(known.order), ...(known.seen.length > 0 ? known.seen : [known.order.next])].join(' ')] : [twice]
  const about = known ? `I paid twice for my order ${known.order.code}. My M-Pesa codes are: ` : 'I paid twice. My M-Pesa codes are: '
  return { response: said.join('\n\n'), links: peopleOf(ctx.services.shop, about), ...(known && { order: known.order }) }
}
const twice =
  'An order takes one payment. A second one that comes for it goes back to the M-Pesa number that paid it, and the page of the order then says so. If you do not see that, or paid for two orders, write to us on WhatsApp with the codes of both M-Pesa messages: a person looks at it.'

/** Adds the visitor's own order, where it is known, and a contact to what the help pages say about refunds. */
export async function withRefund(ctx: Context, visitor: Visitor, help: Pick<ChatReply, 'response' | 'links'> | null): Promise<OrderReply> {
  const known = await knownOrder(ctx, visitor)
  const said = [...(help ? [help.response] : []), ...(known ? [[standing(known.order), ...moneyBack(known.order)].join(' ')] : [])]
  const about = known ? `this is about the money for my order ${known.order.code}.` : 'I have a question about my money.'
  return {
    response: said.length > 0 ? said.join('\n\n') : 'Our people look at payments and refunds: ask them on WhatsApp.',
    links: [...(help?.links ?? []), ...peopleOf(ctx.services.shop, about)],
    ...(known && { order: known.order }),
  }
}

/** The newest order. A visitor who has reached the limit still gets an answer about money, without the order. */
async function knownOrder(ctx: Context, visitor: Visitor): Promise<{ order: ReplyOrder; seen: string[] } | null> {
  try {
    const [found] = await heldOrders(ctx, visitor)
    if (!found) return null
    const order = toReplyOrder(found)
    const back = moneyBack(order)
    return {
      order,
      seen:
        back.length === 0 && found.payment?.state === 'paid' && !found.in_review
          ? [`Up to now we see one payment for it, ${formatShillings(order.total)}.`]
          : back,
    }
  } catch (error) {
    if (isProblem(error) && error.code === 'too_many') return null
    throw error
  }
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
