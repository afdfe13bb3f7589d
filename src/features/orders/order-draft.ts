import { sql } from 'drizzle-orm'
import { type Context, withOrderKey } from '#core/context.ts'
import { isUuid } from '#core/page-of.ts'
import { isoText } from '#core/select-of.ts'
import { draftMinutes } from '#domain/order-code.ts'
import { Problem } from '#domain/problem.ts'
import type { DraftInput } from '#features/orders/checkout/order-input.ts'
import { findOrder } from '#features/orders/read-order.ts'

/** An order that has no lines yet: the first of the specification's three calls wrote it (decisions, The specification's own client runs). */
export interface OrderDraft extends Record<string, unknown> {
  id: string
  /** Null for a guest. */
  userId: string | null
  input: DraftInput
  created_at: string
  expires_at: string
  isDiscarded: boolean
}

/** The draft of an id for 30 minutes, also once it is an order: for its account, for a guest's own network, or for the bearer of its key. Otherwise null. */
export async function findDraft(ctx: Context, id: string): Promise<OrderDraft | null> {
  if (!isUuid(id)) return null
  const { secrets } = ctx.services
  const { orderKey, userId } = ctx.actor
  const bearsKey = orderKey !== null && secrets.proves(orderKey, (each) => each.orderKey(id.toLowerCase()))
  const { rows } = await ctx.db.execute<OrderDraft>(sql`
    select ${draftColumns} from order_drafts d where d.id = ${id} and ${isUnexpired(ctx)}
      and (${bearsKey} or d.user_id = ${userId}::uuid or (${orderKey === null} and d.user_id is null and d.network_hash is not distinct from ${networkHash(ctx)}))`)
  return rows[0] ?? null
}

/**
 * The context with the key of an order that began as a draft, where the caller may continue that draft: so its id alone opens the calls that place, prompt and
 * delete it. Reading an order needs its key or its owner.
 */
export async function withDraftKey(ctx: Context, id: string): Promise<Context> {
  if (ctx.actor.orderKey !== null) return ctx
  const draft = await findDraft(ctx, id)
  return draft ? withOrderKey(ctx, ctx.services.secrets.orderKey(draft.id)) : ctx
}

/** Deletes a draft, so that it cannot become an order. Returns whether there was a draft that the caller may delete. */
export async function discardDraft(ctx: Context, id: string): Promise<boolean> {
  const draft = await findDraft(ctx, id)
  if (draft) await ctx.db.execute(sql`update order_drafts set discarded_at = coalesce(discarded_at, ${ctx.now}) where id = ${draft.id}`)
  return draft !== null
}

export const draftColumns = sql`d.id, d.user_id as "userId", d.input, ${isoText(sql`d.created_at`)} as created_at,
  ${isoText(sql`d.created_at + make_interval(mins => ${draftMinutes})`)} as expires_at, d.discarded_at is not null as "isDiscarded"`

/** SQL: the draft `d` may still become an order. */
export function isUnexpired(ctx: Pick<Context, 'now'>) {
  return sql`d.created_at > ${ctx.now} - make_interval(mins => ${draftMinutes})`
}

/**
 * Keyed hashes by which a guest is known again, the surest first: of the browser, then of the network, for clients without cookies and for a first request whose
 * answer, with the cookie, was lost.
 */
export function visitorHashes(ctx: Pick<Context, 'actor' | 'services'>): string[] {
  const { visitorId } = ctx.actor.referral
  return [visitorId && ctx.services.secrets.blind(`visitor ${visitorId}`), networkHash(ctx)].filter((hash) => hash !== null)
}

/** The keyed hash of the visitor's network, by which a guest continues with a draft; null for this machine. */
export function networkHash({ actor, services }: Pick<Context, 'actor' | 'services'>): string | null {
  return actor.address && services.secrets.blind(`draft ${actor.address}`)
}

/**
 * The last call of the specification's failure path. Lines go with their order: once the order is discarded no reader sees them, and there is nothing left to
 * do. The same holds for a draft, which has no lines.
 */
export async function forgetOrderItems(ctx: Context, orderId: string): Promise<void> {
  const held = await withDraftKey(ctx, orderId)
  const order = await findOrder(held, orderId)
  if (order === null && (await findDraft(held, orderId)) === null) throw new Problem('order_not_found')
  if (order?.discarded_at === null) throw new Problem('order_stands')
}
