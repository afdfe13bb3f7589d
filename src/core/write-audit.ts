import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { maskPhone } from '#domain/phone.ts'

export interface AuditEntry {
  action: string
  table: string
  id: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/** Columns whose values are personal: the log records that they changed, not their values. */
const personal = new Set([
  'customer_name',
  'customer_email',
  'delivery_address',
  'receiver_name',
  'full_name',
  'address',
  'mpesa_full_name',
  'parcel_number',
])

/** One row of the append-only audit log, in the transaction of the change that it records. Personal values are masked (decisions, Names and settings). */
export async function writeAudit(tx: Database, ctx: Pick<Context, 'now' | 'actor'>, entry: AuditEntry): Promise<void> {
  await tx.execute(sql`
    insert into audit_log (at, actor_id, action, table_name, row_id, before, after)
    values (${ctx.now}, ${ctx.actor.userId}::uuid, ${entry.action}, ${entry.table}, ${entry.id}, ${masked(entry.before)}::jsonb, ${masked(entry.after)}::jsonb)`)
}

/** The same for many rows at once, in their order. */
export async function writeAudits(tx: Database, ctx: Pick<Context, 'now' | 'actor'>, entries: AuditEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += 1000) {
    const rows = entries.slice(from, from + 1000).map(({ action, table, id, before, after }) => [action, table, id, masked(before), masked(after)])
    await tx.execute(sql`
      insert into audit_log (at, actor_id, action, table_name, row_id, before, after)
      select ${ctx.now}, ${ctx.actor.userId}::uuid, e.entry ->> 0, e.entry ->> 1, e.entry ->> 2, (e.entry ->> 3)::jsonb, (e.entry ->> 4)::jsonb
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as e(entry, place) order by e.place`)
  }
}

/** The same for a change: only the differing columns are written, and no row when nothing differs. */
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
