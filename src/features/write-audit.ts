import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { maskPhone } from '#domain/phone.ts'
import type { Context } from '#features/context.ts'

/** Columns whose values are personal: the log says that they changed, not what they hold. */
const personal = new Set(['customer_name', 'customer_email', 'delivery_address', 'full_name', 'address', 'mpesa_full_name'])

/** One row of the append-only audit log, in the transaction of what it tells. Personal values are masked (decisions, Names and settings). */
export async function writeAudit(
  tx: Database,
  ctx: Pick<Context, 'now' | 'actor'>,
  entry: { action: string; table: string; id: string | null; before?: Record<string, unknown> | null; after?: Record<string, unknown> | null },
): Promise<void> {
  await tx.execute(sql`
    insert into audit_log (at, actor_id, action, table_name, row_id, before, after)
    values (${ctx.now}, ${ctx.actor.userId}::uuid, ${entry.action}, ${entry.table}, ${entry.id}, ${masked(entry.before)}::jsonb, ${masked(entry.after)}::jsonb)`)
}

/** The same for a change: only what differs is written, and nothing when nothing does. */
export async function writeChange<Row extends Record<string, unknown>>(
  tx: Database,
  ctx: Context,
  { before, after, ...entry }: { action: string; table: string; id: string; before: Row; after: Row },
): Promise<void> {
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (changed.length === 0) return
  const pick = (row: Row) => Object.fromEntries(changed.map((name) => [name, row[name]]))
  await writeAudit(tx, ctx, { ...entry, before: pick(before), after: pick(after) })
}

function masked(values: Record<string, unknown> | null | undefined): string | null {
  if (!values) return null
  return JSON.stringify(values, (name, value) => {
    if (personal.has(name)) return value === null ? null : '***'
    return typeof value === 'string' && /^254\d{9}$/.test(value) ? maskPhone(value) : value
  })
}
