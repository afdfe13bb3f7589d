import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { consume } from '#core/rate-limit.ts'
import { shortCode } from '#domain/placed-order.ts'
import { Problem } from '#domain/problem.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { requireInKenya } from '#features/orders/checkout/choose-delivery.ts'
import { draftInput, idempotencyKey } from '#features/orders/checkout/order-input.ts'
import type { OrderDetail } from '#features/orders/get-order-row.ts'
import { draftColumns, isUnexpired, networkHash, type OrderDraft } from '#features/orders/order-draft.ts'
import { noDelivery } from '#features/orders/order-row.ts'

/**
 * The first of the specification's three calls: the buyer, without lines (spec §7, POST orders). Nothing is held or priced yet; the lines make it an order
 * under this id (`confirmOrderItems`). The same Idempotency-Key with the same body answers the same draft, to a guest from the same network.
 */
export async function draftOrder(ctx: Context, sent: { idempotencyKey?: string | undefined } & Record<string, unknown>): Promise<OrderDraft> {
  const key = parseInput(idempotencyKey.optional(), sent.idempotencyKey) ?? null
  const draft = parseInput(draftInput, sent)
  requireInKenya((await readDeliveryTerms(ctx)).places, draft.delivery_address)
  const input = JSON.stringify(draft)
  const owner = ctx.actor.userId ?? 'guest'
  const bodyHash = createHash('sha256').update(input).digest('hex')
  await consume(ctx, 'draft_address', ctx.actor.address, key === null ? undefined : `${owner} ${key}`)
  if (key !== null)
    await ctx.db.execute(sql`delete from order_drafts d where d.owner = ${owner} and d.idempotency_key = ${key} and not ${isUnexpired(ctx)}`)
  const { rows } = await ctx.db.execute<OrderDraft>(sql`
    insert into order_drafts as d (id, user_id, network_hash, input, owner, idempotency_key, body_hash, created_at)
    select drawn.id, ${ctx.actor.userId}::uuid, ${networkHash(ctx)}, ${input}::jsonb, ${owner}, ${key}, ${bodyHash}, ${ctx.now} from (${unusedId()}) drawn
    on conflict (owner, idempotency_key) do nothing returning ${draftColumns}`)
  return rows[0] ?? earlier(ctx, owner, key, bodyHash)
}

/** A draft in the form of the order that it becomes: nothing is priced before its lines come. */
export function draftRow({ id, userId, input, created_at, expires_at }: OrderDraft): OrderDetail {
  return {
    id,
    short_code: shortCode(id),
    user_id: userId,
    total_amount: 0,
    customer_name: input.customer_name,
    customer_phone: input.customer_phone,
    customer_email: input.customer_email,
    delivery_address: input.delivery_address ?? '',
    ...noDelivery,
    receiver_name: input.receiver_name ?? null,
    receiver_phone: input.receiver_phone ?? null,
    affiliate_id: null,
    affiliate: null,
    commission_amount: 0,
    status: 'pending',
    checkout_request_id: null,
    mpesa_receipt_number: null,
    created_at,
    paid_at: null,
    packed_at: null,
    hold_expires_at: expires_at,
    order_items: [],
    payment: null,
    in_review: false,
    refunds: [],
    timeline: [],
  }
}

/** The draft's short code becomes the order's, which must be unique: the first of three ids whose code no order has. */
function unusedId() {
  const ids = Array.from({ length: 3 }, () => randomUUID())
  return sql`select id::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as each (id)
    where not exists (select from orders o where o.short_code = left(each.id, 8)) limit 1`
}

async function earlier(ctx: Context, owner: string, key: string | null, bodyHash: string): Promise<OrderDraft> {
  const { rows } = await ctx.db.execute<OrderDraft & { body_hash: string | null }>(sql`
    select ${draftColumns}, case when d.user_id is not null or d.network_hash is not distinct from ${networkHash(ctx)} then d.body_hash end as body_hash
    from order_drafts d where d.owner = ${owner} and d.idempotency_key = ${key}`)
  if (!rows[0]) throw new Problem('unavailable', { retryAfter: 1 })
  const { body_hash, ...draft } = rows[0]
  if (body_hash !== bodyHash || draft.isDiscarded) throw new Problem('key_reused')
  return draft
}
