import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { optionalWords, parseInput } from '#core/input.ts'
import { writeAudit } from '#core/write-audit.ts'
import { violates } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { readOrder } from '#features/orders/read-order.ts'

export const noteInput = z.object({
  note: optionalWords(2000).meta({ description: 'What admins should know; nothing takes the note away', example: 'Calls back after five.' }),
  replaces: z
    .int('Say which version this replaces.')
    .positive()
    .nullable()
    .meta({ description: 'The version that was read before; null for the first', example: null }),
})

/** `id` is the version, which an admin who replaces the note sends back. */
export const orderNote = z.object({ id: z.int(), note: z.string() })

/**
 * Writes the note that admins keep about an order, as a new version; the old ones stay. No buyer ever sees it. An admin who writes over a version they have not
 * read gets `note_changed`.
 */
export async function writeNote(ctx: Context, orderId: string, sent: unknown): Promise<z.infer<typeof orderNote>> {
  requirePermission(ctx, 'change_orders')
  const { userId } = requireUser(ctx)
  const { note, replaces } = parseInput(noteInput, sent)
  const { id: order } = await readOrder(ctx, orderId)
  try {
    return await ctx.db.transaction(async (tx) => {
      await lockOrder(tx, order)
      const { rows: last } = await tx.execute<{ id: number }>(
        sql`select id::integer as id from order_notes where order_id = ${order} order by id desc limit 1`,
      )
      if ((last[0]?.id ?? null) !== replaces) throw new Problem('note_changed')
      const { rows } = await tx.execute<{ id: number }>(sql`
        insert into order_notes (order_id, note, replaces, author_id, created_at) values (${order}, ${note}, ${replaces}, ${userId}::uuid, ${ctx.now})
        returning id::integer as id`)
      const { id } = rows[0] as { id: number }
      // The log records that the note was written, not its text: the note about a buyer can be deleted, and the log cannot.
      await writeAudit(tx, ctx, { action: note ? 'order note written' : 'order note removed', table: 'orders', id: order, after: { version: id } })
      return { id, note }
    })
  } catch (error) {
    if (violates(error, 'order_notes_of_order')) throw new Problem('note_changed')
    throw error
  }
}
