import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { optionalWords, parseInput } from '#core/input.ts'
import { type FormSnapshot, requireUnchanged } from '#core/optimistic-lock.ts'
import { writeAudit } from '#core/write-audit.ts'
import { type CustomerRow, getCustomer } from '#features/customers/list-customers.ts'

export const customerChanges = z.object({
  note: optionalWords(2000).meta({ description: 'What admins should know; an empty one takes it away', example: 'Wears 43 in every brand.' }),
})

/**
 * Writes what admins keep about a customer for each other; an empty note takes it away. No customer ever sees it. An admin who would overwrite a note that they
 * have not read is told.
 */
export async function writeCustomerNote(ctx: Context, id: string, sent: unknown, snapshot?: FormSnapshot): Promise<CustomerRow> {
  requirePermission(ctx, 'see_customers')
  const { note } = parseInput(customerChanges, sent)
  return ctx.db.transaction(async (tx) => {
    const { id: customer } = await getCustomer({ ...ctx, db: tx }, id)
    await tx.execute(sql`select from customers where id = ${customer} for update`)
    const before = await getCustomer({ ...ctx, db: tx }, customer)
    requireUnchanged(before, { note }, snapshot)
    if (note === before.note) return before
    await tx.execute(sql`update customers set note = ${note} where id = ${customer}`)
    // The log records that it was written, not its text: the note can be deleted with the customer, and the log cannot.
    await writeAudit(tx, ctx, { action: note ? 'customer note written' : 'customer note removed', table: 'customers', id: customer })
    return { ...before, note }
  })
}
