import { createHash, randomUUID } from 'node:crypto'
import { isPassing, violates } from '#db/errors.ts'
import { commissionOf } from '#domain/commission.ts'
import { type Cents, fromShillings, toShillings } from '#domain/money.ts'
import { orderTotal, totalRefusal } from '#domain/pricing.ts'
import { Problem } from '#domain/problem.ts'
import type { OrderView } from '#domain/receipt.ts'
import { keptReferral } from '#features/affiliates/referral-cookie.ts'
import { type OrderFacts, type PricedLine, readOrderFacts } from '#features/checkout/order-facts.ts'
import { idempotencyKey, type OrderInput, orderInput } from '#features/checkout/order-input.ts'
import { refusePromptLimit } from '#features/checkout/prompt-limits.ts'
import { problemOfPrompt } from '#features/checkout/prompt-problem.ts'
import { sendPrompt } from '#features/checkout/send-prompt.ts'
import { writeOrder } from '#features/checkout/write-order.ts'
import { type Context, withOrderKey } from '#features/context.ts'
import { read } from '#features/input.ts'
import { takeTurns } from '#features/limits/take-turn.ts'
import { getOrder } from '#features/orders/get-order.ts'

/**
 * One Place Order makes one order, however often it is pressed: prices the lines, takes the stock and writes order, lines and attempt in one
 * statement, then sends the prompt. A prompt that M-Pesa refuses discards the order and keeps the cart (spec §4 Checkout, decisions).
 * Whose link led here is told by the cookie; only who has none may say it in the body (decisions, Affiliates and wallet).
 * `cookies` are Set-Cookie values: what an order has taken along is over, and the visitor stays who they are.
 * A repetition is answered and counted nowhere. Problems: bad_input, cart_empty, size_gone, prices_changed, total_too_large, key_reused, too_many,
 * prompt_limit, prompt_refused, prompt_failed.
 */
export async function placeOrder(
  ctx: Context,
  sent: { idempotencyKey: string } & Record<string, unknown>,
): Promise<{ order: OrderView; key: string; cookies: string[] }> {
  const key = read(idempotencyKey, sent.idempotencyKey)
  const input = merged(read(orderInput, sent))
  if (input.items.length === 0) throw new Problem('cart_empty')
  const owner = ctx.actor.userId ?? 'guest'
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest('hex')

  for (let tries = 0; ; tries++) {
    const facts = await readOrderFacts(ctx, { ...input, affiliate_code: ctx.actor.referral.code ?? input.affiliate_code, owner, key })
    if (facts.earlier) return repeat(ctx, facts.earlier, bodyHash)
    const draft = priced(input, facts)
    if (tries === 0) await takeOrderTurns(ctx, input.customer_phone, `${owner} ${key}`)
    const ids = { order: randomUUID(), attempt: randomUUID() }
    try {
      const written = await writeOrder(ctx, { ...draft, ...ids, input, owner, key, bodyHash, affiliateId: facts.affiliateId })
      if (written) {
        await sendPrompt(ctx, ids.attempt)
        return answer(ctx, ids.order)
      }
      // A price moved between reading and writing: look again.
    } catch (error) {
      if (!mayWorkAgain(error)) throw error
    }
    if (tries >= 3) throw new Problem('unavailable', { retryAfter: 2 })
  }
}

/**
 * An order holds pairs for half an hour, so nobody may place very many, whatever phones they name (promises §5, §4 B29). Presses at once have one
 * key and are one turn.
 */
function takeOrderTurns(ctx: Context, phone: string, press: string): Promise<void> {
  return takeTurns(ctx, { order_address: ctx.actor.address, order_account: ctx.actor.userId, order_phone: phone }, press)
}

/** The same size on two lines is one line of both. */
function merged(input: OrderInput): OrderInput {
  const lines = new Map<string, OrderInput['items'][number]>()
  for (const item of input.items) {
    const line = lines.get(`${item.product_id} ${item.size}`)
    lines.set(`${item.product_id} ${item.size}`, { ...item, quantity: item.quantity + (line?.quantity ?? 0) })
  }
  return { ...input, items: [...lines.values()] }
}

async function repeat(ctx: Context, earlier: { bodyHash: string; orderId: string | null }, bodyHash: string) {
  if (earlier.bodyHash !== bodyHash || earlier.orderId === null) throw new Problem('key_reused')
  return answer(ctx, earlier.orderId)
}

async function answer(ctx: Context, orderId: string) {
  const key = ctx.services.secrets.orderKey(orderId)
  const order = await getOrder(withOrderKey(ctx, key), orderId)
  if (order.discarded) throw problemOfPrompt(order.payment) ?? new Problem('prompt_refused')
  const { code, visitorId } = ctx.actor.referral
  return { order, key, cookies: code && visitorId ? [keptReferral(ctx.services, { code: null, visitorId }, Date.parse(order.created_at))] : [] }
}

function priced(input: OrderInput, facts: OrderFacts): { lines: PricedLine[]; total: Cents; commission: Cents } {
  refuseGone(input, facts)
  const lines = facts.lines
  const total = orderTotal(lines)
  if (input.total_amount !== undefined && fromShillings(input.total_amount) !== total) {
    throw new Problem('prices_changed', { facts: { total_amount: toShillings(total), offers: lines.map(toOffer) } })
  }
  const refusal = totalRefusal(total)
  if (refusal) throw new Problem(refusal)
  refusePromptLimit(facts.prompts)
  return { lines, total, commission: facts.affiliateId ? commissionOf(total) : 0 }
}

/** Says which sizes are gone, so that the buyer can choose others; nothing was written. */
function refuseGone(input: OrderInput, facts: OrderFacts) {
  const gone = input.items.flatMap((item) => {
    const line = facts.lines.find((each) => each.productId === item.product_id && each.size === item.size)
    if (line && line.stock >= item.quantity) return []
    const title = `${line?.name ?? 'A product of your cart'}, size ${item.size}`
    const said = line && line.stock > 0 ? `Only ${line.stock} left of ${title}.` : `${title}, is sold out.`
    return [{ id: item.product_id, size: item.size, stock: line?.stock ?? 0, said }]
  })
  if (gone.length === 0) return
  throw new Problem('size_gone', {
    detail: gone.map(({ said }) => said).join(' '),
    facts: { gone: gone.map(({ id, size, stock }) => ({ id, size, stock })), offers: facts.lines.map(toOffer) },
  })
}

function toOffer(line: PricedLine) {
  return { id: line.productId, size: line.size, name: line.name, price: toShillings(line.unitPrice), image_url: line.imageUrl, stock: line.stock }
}

/** The last pair, the key, the phone's last prompt or the short code was taken or the product deleted a moment ago, or two statements stood in each other's way. */
function mayWorkAgain(error: unknown): boolean {
  const raced = ['product_size_stock_check', 'idempotency_keys_pkey', 'payment_attempts_prompt_limit', 'orders_short_code', 'orders_pkey']
  const deleted = ['order_items_product_id_fkey', 'order_items_product_size_id_fkey', 'stock_movements_product_size_id_fkey']
  return isPassing(error) || [...raced, ...deleted].some((constraint) => violates(error, constraint))
}
