import { createHash, randomUUID } from 'node:crypto'
import { type Context, withOrderKey } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { noteOrder } from '#core/log-ids.ts'
import { isDiskFull, isTransient, violates } from '#db/errors.ts'
import { pairName, pairSubject } from '#domain/catalogue.ts'
import { commissionOf } from '#domain/commission.ts'
import type { DeliveryTerms } from '#domain/delivery-options.ts'
import { type Cents, formatMoney, fromShillings, toShillings } from '#domain/money.ts'
import type { OrderView } from '#domain/order-view.ts'
import { isPriceOf, orderTotal, totalRefusal } from '#domain/pricing.ts'
import { isProblem, Problem } from '#domain/problem.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { chooseDelivery, deliveryFacts } from '#features/orders/checkout/choose-delivery.ts'
import {
  earlierOrder,
  type KeyProof,
  type OrderFacts,
  type OrderKey,
  type PricedLine,
  readOrderFacts,
} from '#features/orders/checkout/order-facts.ts'
import { idempotencyKey, type OrderInput, orderInput } from '#features/orders/checkout/order-input.ts'
import { refusePromptLimit } from '#features/orders/checkout/order-limits.ts'
import { orderQueueOf } from '#features/orders/checkout/order-queue.ts'
import { promptProblem, sendPrompt } from '#features/orders/checkout/send-prompt.ts'
import { type NewOrder, writeOrder } from '#features/orders/checkout/write-order.ts'
import { toOrderView, toPayment } from '#features/orders/get-order.ts'
import { visitorHashes } from '#features/orders/order-draft.ts'
import { readOrder, type WholeOrder } from '#features/orders/read-order.ts'

/**
 * One Place Order makes one order, however often the buyer presses it: prices the lines, takes the stock and writes order, lines and attempt in one statement,
 * then sends the prompt. A prompt that M-Pesa refuses discards the order and keeps the cart (spec §4 Checkout, decisions). The cookie names the affiliate's
 * link; only a client without the cookie may name it in the body (decisions, Affiliates and wallet). The link stays valid until an order of this visit is paid.
 * A repetition gets the same answer and counts towards no limit; a guest's is known by `isSecretKey` alone, or by browser or network. The last also where all user data was cleared meanwhile: order
 * and key are gone, so the next press places it again.
 */
export async function placeOrder(ctx: Context, sent: SentOrder, proof: KeyProof = {}): Promise<{ order: OrderView; key: string }> {
  const { order, key } = await placeWholeOrder(ctx, sent, proof)
  return { order: toOrderView(ctx, order), key }
}

/** The same, with the order as the database has it. */
export async function placeWholeOrder(ctx: Context, sent: SentOrder, proof: KeyProof = {}): Promise<{ order: WholeOrder; key: string }> {
  const key = parseInput(idempotencyKey, sent.idempotencyKey)
  return readPlacedOrder(ctx, await placeOrderOnce(ctx, parseInput(orderInput, sent), { key, draftId: null, ...proof }))
}

type SentOrder = { idempotencyKey: string } & Record<string, unknown>

/** The content of an order as it was sent. `price` is the client's price of a pair, where the client sends one: compared, never trusted. */
type WantedOrder = Omit<OrderInput, 'items'> & { items: (OrderInput['items'][number] & { price?: number })[] }

/**
 * Writes the order of one key of its owner, once, and returns its id. Sends its prompt at once, except for a draft (`draftId`): the order takes the draft's id,
 * and the client asks for the prompt itself. Problems: those of `placeOrder`, without those of the prompt for a draft.
 */
export async function placeOrderOnce(
  ctx: Context,
  wanted: WantedOrder,
  { key, draftId, isSecretKey }: { key: string; draftId: string | null } & KeyProof,
): Promise<string> {
  const input = mergeLines(wanted)
  if (input.items.length === 0) throw new Problem('cart_empty')
  const owner = ctx.actor.userId ?? 'guest'
  const visitors = ctx.actor.userId === null ? [...(isSecretKey ? [null] : []), ...visitorHashes(ctx)] : []
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest('hex')

  const waiting = { owner, key, items: input.items, refuseGone: (lines: PricedLine[]) => refuseGone(input, lines) }
  try {
    const { orderId, attemptId } = await orderQueueOf(ctx.db).run(ctx, waiting, () =>
      priceAndWrite(ctx, input, { owner, key, visitors, bodyHash, draftId, stated: wanted.items }),
    )
    // Before the provider is asked, which may take long: a size may be sold out now.
    ctx.services.announce()
    if (attemptId) await sendPrompt(ctx, attemptId)
    return orderId
  } catch (error) {
    if (!isDiskFull(error)) throw error
    ctx.log.error({ error }, 'the disk of the database is full')
    throw new Problem('storage_full')
  }
}

/**
 * Prices the order and writes it, again where another request was faster. Returns the order and the attempt whose prompt is to be sent: none for a draft, and
 * none where the key had made the order before.
 */
async function priceAndWrite(
  ctx: Context,
  input: WantedOrder,
  { stated, ...keyed }: OrderKey & { stated: WantedOrder['items'] },
): Promise<{ orderId: string; attemptId: string | null }> {
  const { draftId } = keyed
  for (let tries = 0; ; tries++) {
    const terms = await readDeliveryTerms(ctx)
    const facts = await readOrderFacts(ctx, { ...input, ...keyed })
    if (facts.earlier) return { orderId: earlierOrder(facts.earlier, keyed), attemptId: null }
    const priced = priceOrder(input, stated, facts, terms, draftId !== null)
    const ids = { orderId: draftId ?? randomUUID(), attemptId: draftId === null ? randomUUID() : null }
    try {
      const written = await writeOrder(ctx, { ...priced, ...ids, ...keyed, input, referral: facts.referral })
      if (written) {
        noteOrder(ids.orderId)
        ctx.log.info({ attempt: ids.attemptId, lines: priced.lines.length }, 'order placed')
        return ids
      }
      // A price, the delivery option or the zone of the place changed between reading and writing: read it again.
    } catch (error) {
      if (!mayWorkAgain(error)) throw error
    }
    if (tries >= 3) throw new Problem('unavailable', { retryAfter: 2 })
  }
}

/** Two lines of the same size become one line. */
function mergeLines(input: WantedOrder): WantedOrder {
  const lines = new Map<string, WantedOrder['items'][number]>()
  for (const item of input.items) {
    const line = lines.get(`${item.product_id} ${item.size}`)
    lines.set(`${item.product_id} ${item.size}`, { ...item, quantity: item.quantity + (line?.quantity ?? 0) })
  }
  return { ...input, items: [...lines.values()] }
}

/** The order and its key, for the buyer. A refused prompt has discarded the order: then its problem. */
async function readPlacedOrder(ctx: Context, orderId: string) {
  const key = ctx.services.secrets.orderKey(orderId)
  const order = await readOrder(withOrderKey(ctx, key), orderId).catch((error) => {
    throw isProblem(error) && error.code === 'order_not_found' ? new Problem('unavailable', { retryAfter: 2 }) : error
  })
  if (order.discarded_at !== null) throw promptProblem(toPayment(ctx, order)) ?? new Problem('prompt_refused')
  return { order, key }
}

/** `stated` are the lines as the client sent them: two of one size may have different prices. One that states the sum of its lines may know no delivery. */
function priceOrder(
  input: WantedOrder,
  stated: WantedOrder['items'],
  facts: OrderFacts,
  terms: DeliveryTerms,
  isDraft: boolean,
): Pick<NewOrder, 'lines' | 'total' | 'commission' | 'commissionPercent' | 'delivery'> {
  const { lines } = facts
  refuseGone(input, lines)
  const goods = orderTotal(lines)
  const isUnaware = !input.delivery_place && isStatedTotal(input.total_amount, stated, 0, goods)
  const delivery = chooseDelivery(terms, input, goods, facts.now, { isDraft, isUnaware })
  const total = goods + delivery.fee
  const isOtherPrice = stated.some(({ product_id, price }) => {
    const line = lines.find(({ productId }) => productId === product_id)
    return price !== undefined && line !== undefined && !isPriceOf(price, line.unitPrice)
  })
  if (delivery.isInstead || isOtherPrice || !isStatedTotal(input.total_amount, stated, delivery.fee, total)) {
    throw new Problem(delivery.isInstead ? 'delivery_changed' : 'prices_changed', {
      ...(total > goods && { reason: `It is ${formatMoney(total)}, with ${formatMoney(delivery.fee)} for delivery.` }),
      facts: { total_amount: toShillings(total), offers: lines.map(toOffer), delivery: deliveryFacts(delivery) },
    })
  }
  const refusal = totalRefusal(total)
  if (refusal) throw new Problem(refusal)
  refusePromptLimit(facts.prompts)
  const { commissionPercent } = facts
  return { lines, total, delivery, commissionPercent, commission: facts.referral ? commissionOf(goods, commissionPercent) : 0 }
}

/** Whether a client's total is ours, or that of its own lines, before M-Pesa's rounding, with the fee: those are compared pair by pair. */
function isStatedTotal(amount: number | undefined, stated: WantedOrder['items'], fee: Cents, total: Cents): boolean {
  if (amount === undefined || fromShillings(amount) === total) return true
  const own = stated.reduce((sum, { price, quantity }) => sum + (price ?? Number.NaN) * quantity, toShillings(fee))
  return Math.abs(own - amount) < 0.005
}

/** Names the sizes that are gone, so that the buyer can choose others; nothing was written. */
function refuseGone(input: WantedOrder, lines: PricedLine[]) {
  const gone = input.items.flatMap((item) => {
    const line = lines.find((each) => each.productId === item.product_id && each.size === item.size)
    if (line && line.stock >= item.quantity) return []
    const pair = { name: line?.name ?? 'A product of your cart', size: item.size }
    const said = line && line.stock > 0 ? `Only ${line.stock} left of ${pairName(pair)}.` : `${pairSubject(pair)} is sold out.`
    return [{ id: item.product_id, size: item.size, stock: line?.stock ?? 0, said }]
  })
  if (gone.length === 0) return
  throw new Problem('size_gone', {
    detail: gone.map(({ said }) => said).join(' '),
    facts: { gone: gone.map(({ id, size, stock }) => ({ id, size, stock })), offers: lines.map(toOffer) },
  })
}

function toOffer(line: PricedLine) {
  return { id: line.productId, size: line.size, name: line.name, price: toShillings(line.unitPrice), image_url: line.imageUrl, stock: line.stock }
}

/**
 * Another request took the last pair, the key, the phone's last prompt or the short code a moment ago, or deleted the product, or two statements deadlocked.
 */
function mayWorkAgain(error: unknown): boolean {
  const raced = ['product_size_stock_check', 'idempotency_keys_pkey', 'payment_attempts_prompt_limit', 'orders_short_code', 'orders_pkey']
  const deleted = ['order_items_product_id_fkey', 'order_items_product_size_id_fkey', 'stock_movements_product_size_id_fkey']
  return isTransient(error) || [...raced, ...deleted].some((constraint) => violates(error, constraint))
}
