import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { writeAudit } from '#core/write-audit.ts'
import { providerRefusals } from '#domain/payment.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { writeCorrectionNotice } from '#features/orders/order-notices.ts'

/**
 * The prompt to another number replaces an order's open one. The old prompt stays payable, because nothing takes it off a phone: the first payment counts, and
 * any later one is refunded (docs/decisions/0009). An old prompt that has not gone out is never sent. Runs in the transaction that holds the order and writes
 * the new prompt.
 */
export async function replacePrompt(ctx: Context, orderId: string, attemptId: string): Promise<void> {
  const isUnsent = sql`state = 'created' and prompted_at is null`
  const { rowCount } = await ctx.db.execute(sql`
    update payment_attempts set replaced_at = ${ctx.now},
      replacement = (select count(*) + 1 from payment_attempts r where r.order_id = ${orderId} and r.replaced_at is not null),
      state = case when ${isUnsent} then 'failed' else state end, settled_at = case when ${isUnsent} then ${ctx.now} else settled_at end,
      next_check_at = case when ${isUnsent} then null else next_check_at end,
      result_code = case when ${isUnsent} then ${providerRefusals.forGood.code} else result_code end,
      result_desc = case when ${isUnsent} then 'Another number took its place before it went out' else result_desc end
    where id = ${attemptId} and replaced_at is null and state in ('created', 'accepted', 'unknown')`)
  if (rowCount === 0) throw new Problem('prompt_open')
}

/**
 * Where the mistyped number was the order's own, the right number replaces it there too and gets all further messages, with the order's link even if the wrong
 * number has already received it. The wrong number gets no more messages, and its link opens nothing.
 */
export async function correctNumber(ctx: Context, orderId: string, { wrong, right }: { wrong: string; right: string }): Promise<void> {
  const { rowCount } = await ctx.db.execute(sql`
    update orders set customer_phone = ${right}, phone_changes = phone_changes + 1
    where id = ${orderId} and customer_phone = ${wrong} and customer_phone <> ${right} and anonymised_at is null`)
  if (rowCount === 0) return
  await writeCorrectionNotice(ctx, orderId)
  if (!may(ctx.actor, 'see_orders')) return
  const change = { before: { customer_phone: wrong }, after: { customer_phone: right } }
  await writeAudit(ctx.db, ctx, { action: 'order number changed', table: 'orders', id: orderId, ...change })
}
