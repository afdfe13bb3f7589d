import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { writeAudits } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { Problem } from '#domain/problem.ts'
import { bulkInput, bulkOrder, bulkTarget } from '#features/catalogue/bulk-input.ts'
import { digestOf, type Outcome, outcomesOf, type ShownState, shown, targetsOf } from '#features/catalogue/bulk-outcomes.ts'

export interface BulkPreview {
  /** How many products are selected, how many of them would change, how many are left out because they would cost more, and how many cannot. */
  total: number
  changed: number
  skipped: number
  refused: number
  /** First the products that cannot change, then those that are left out (`skip`), then those that would change. `after` is null, with the reason, for a product that cannot change. */
  rows: { id: string; name: string; before: ShownState; after: ShownState | null; refusal?: string; skip?: string }[]
  digest: string
}

/** An admin reads no more rows than this. */
const mostShown = 50

/** How many products are selected; the maximum of one change plus one means more than the maximum. */
export async function countBulk(ctx: Context, sent: unknown): Promise<number> {
  requirePermission(ctx, 'sell')
  return (await targetsOf(ctx.db, parseInput(bulkTarget, sent))).length
}

/** What a change would do to many products; nothing is changed. Problems: forbidden, bad_input, bulk_refused when they are too many or none. */
export async function previewBulk(ctx: Context, sent: unknown): Promise<BulkPreview> {
  requirePermission(ctx, 'sell')
  const outcomes = await outcomesOf(ctx.db, parseInput(bulkInput, sent), { lock: false })
  const refused = outcomes.filter(({ after }) => after === null)
  const skipped = outcomes.filter(({ skip }) => skip !== undefined)
  const changed = outcomes.filter(({ isChanged }) => isChanged)
  return {
    total: outcomes.length,
    changed: changed.length,
    skipped: skipped.length,
    refused: refused.length,
    rows: [...refused, ...skipped, ...changed].slice(0, mostShown).map(({ id, name, after, refusal, skip, ...before }) => ({
      id,
      name,
      before: shown(before),
      after: after && shown(after),
      ...(refusal && { refusal }),
      ...(skip && { skip }),
    })),
    digest: digestOf(outcomes),
  }
}

/**
 * Changes many products as the preview said, all or nothing, each with its row in the audit log. Answers how many changed. The digest lets it happen once: a
 * second press finds other products than the preview showed.
 */
export async function applyBulk(ctx: Context, sent: unknown): Promise<{ changed: number }> {
  requirePermission(ctx, 'sell')
  const { digest, ...input } = parseInput(bulkOrder, sent)
  return ctx.db.transaction(async (tx) => {
    const outcomes = await outcomesOf(tx, input, { lock: true })
    if (digestOf(outcomes) !== digest) throw new Problem('bulk_moved')
    const refused = outcomes.filter(({ after }) => after === null)
    if (refused.length > 0) throw new Problem('bulk_refused', { detail: refusalOf(refused) })
    const changed = outcomes.filter(({ isChanged }) => isChanged)
    await write(tx, changed)
    await writeAudits(tx, ctx, changed.map(auditOf))
    return { changed: changed.length }
  })
}

function refusalOf(refused: Outcome[]): string {
  const named = refused.slice(0, 3).map(({ name, refusal }) => `${name} ${refusal}`)
  return `${refused.length} cannot be changed so: ${named.join('; ')}${refused.length > named.length ? '; and others' : ''}.`
}

async function write(tx: Database, changed: Outcome[]): Promise<void> {
  const rows = changed.map(({ id, after }) => after && { id, ...shown(after) })
  await tx.execute(sql`
    update products p set price = w.price, discount_percentage = w.discount_percentage, is_available = w.is_available
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(id uuid, price numeric, discount_percentage integer, is_available boolean)
    where p.id = w.id`)
}

/** Only the values that differ. */
function auditOf({ id, after, ...outcome }: Outcome) {
  const [before, now] = [shown(outcome), shown(after ?? outcome)]
  const changed = (Object.keys(now) as (keyof ShownState)[]).filter((column) => now[column] !== before[column])
  const pick = (state: ShownState) => Object.fromEntries(changed.map((column) => [column, state[column]]))
  return { action: 'product changed in bulk', table: 'products', id, before: pick(before), after: pick(now) }
}
