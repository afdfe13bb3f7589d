import { createHash } from 'node:crypto'
import { and, asc, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { optionalWords, parseInput } from '#core/input.ts'
import { writeAudits } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { products } from '#db/schema.ts'
import { toShillings } from '#domain/money.ts'
import { unitPrice } from '#domain/pricing.ts'
import { Problem } from '#domain/problem.ts'
import { type BulkChange, type BulkKind, type BulkState, bulkLimits, bulkRules, isBulkKind } from '#domain/product-changes.ts'
import { planFor } from '#features/catalogue/product-filter.ts'
import { stockMatching } from '#features/catalogue/stock.ts'

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
 * Changes many products as the preview said, all or nothing, each with its row in the audit log. Returns how many changed. The digest lets it happen once: a
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

/** Selects the products: those that the request names, or all that a filter of Product Management finds. */
const bulkTarget = z.object({
  ids: z
    .array(z.uuid("We don't know this product."))
    .max(bulkLimits.picked, `Select at most ${bulkLimits.picked} products, or change all that match.`)
    .optional(),
  filter: z
    .object({
      search: optionalWords(100).optional(),
      category: z
        .string()
        .regex(/^[\w-]{1,60}$/, 'Enter a slug.')
        .optional(),
      availability: z.enum(['available', 'unavailable'], 'Choose one.').optional(),
      isFeatured: z.boolean('Write true or false.').optional(),
      isLow: z.boolean('Write true or false.').optional(),
    })
    .default({}),
})
type BulkTarget = z.output<typeof bulkTarget>

const bulkInput = bulkTarget.extend({
  kind: z.custom<BulkKind>((kind) => isBulkKind(kind as string), 'Choose what to change.'),
  value: z.string('Enter a value.').max(40, 'Enter a value.'),
  raise: z.boolean('Write true or false.').default(false),
})

/** `digest` is that of the preview that the admin saw. */
const bulkOrder = bulkInput.extend({ digest: z.string('Look at the preview first.').max(100) })

/** A product, and its state after the change: null, with the reason, where it cannot be changed. */
interface Outcome extends BulkState {
  id: string
  name: string
  after: BulkState | null
  refusal?: string
  /** Why it stays as it is. */
  skip?: string
  isChanged: boolean
}

/** A product as the wire has it: prices in KSh. */
interface ShownState {
  price: number
  unit_price: number
  discount_percentage: number
  is_available: boolean
}

/** What a change would do to the selected products. On request it locks them until the transaction ends. */
async function outcomesOf(
  db: Database,
  { kind, value, raise, ...target }: z.output<typeof bulkInput>,
  { lock }: { lock: boolean },
): Promise<Outcome[]> {
  const change = bulkRules[kind].read(value, raise)
  if (typeof change !== 'function') throw new Problem('bad_input', { fields: { value: change.refusal } })
  const targets = await targetsOf(db, target, lock)
  if (targets.length === 0) throw new Problem('bulk_refused', { detail: 'No product is meant. Select some in the list.' })
  if (targets.length > bulkLimits.changed)
    throw new Problem('bulk_refused', { detail: 'At most 10,000 products change at once. Narrow the list first, by category for example.' })
  return targets.map((each) => outcomeOf(each, change))
}

/** Reads one more than may change at once, in a fixed order, so that two changes cannot deadlock. */
async function targetsOf(db: Database, { ids, filter }: BulkTarget, lock = false) {
  const { id, name, price, discount_percentage, is_available } = products
  const named = ids && (ids.length > 0 ? inArray(id, ids) : sql`false`)
  const { where } = await stockMatching(db, ids ? {} : filter)
  const query = db
    .select({ id, name, price, discount_percentage, is_available })
    .from(products)
    .where(sql`${and(where, named)} ${await planFor(db)}`)
    .orderBy(asc(id))
    .limit(bulkLimits.changed + 1)
  return lock ? query.for('no key update') : query
}

/** The digest of everything that the preview showed: the products before and after the change. */
function digestOf(outcomes: Outcome[]): string {
  const facts = outcomes.map(({ id, price, discount_percentage, is_available, after }) => [id, price, discount_percentage, is_available, after])
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
}

function shown({ price, discount_percentage, is_available }: BulkState): ShownState {
  return { price: toShillings(price), unit_price: toShillings(unitPrice(price, discount_percentage)), discount_percentage, is_available }
}

function outcomeOf({ id, name, ...state }: BulkState & { id: string; name: string }, change: BulkChange): Outcome {
  const after = change(state)
  if ('refusal' in after) return { id, name, ...state, after: null, refusal: after.refusal, isChanged: false }
  if ('skip' in after) return { id, name, ...state, after: state, skip: after.skip, isChanged: false }
  const isChanged = (Object.keys(after) as (keyof BulkState)[]).some((column) => after[column] !== state[column])
  return { id, name, ...state, after, isChanged }
}
