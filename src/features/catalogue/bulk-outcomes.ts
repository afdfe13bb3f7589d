import { createHash } from 'node:crypto'
import { and, asc, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Database } from '#db/client.ts'
import { products } from '#db/schema.ts'
import { toShillings } from '#domain/money.ts'
import { unitPrice } from '#domain/pricing.ts'
import { Problem } from '#domain/problem.ts'
import { type BulkChange, type BulkState, bulkLimits, bulkRules } from '#domain/product-changes.ts'
import type { BulkTarget, bulkInput } from '#features/catalogue/bulk-input.ts'
import { planFor } from '#features/catalogue/product-filter.ts'
import { stockMatching } from '#features/catalogue/stock-filter.ts'

/** A product, and its state after the change: null, with the reason, where it cannot be changed. */
export interface Outcome extends BulkState {
  id: string
  name: string
  after: BulkState | null
  refusal?: string
  /** Why it stays as it is. */
  skip?: string
  isChanged: boolean
}

/** A product as the wire has it: prices in KSh. */
export interface ShownState {
  price: number
  unit_price: number
  discount_percentage: number
  is_available: boolean
}

/** What a change would do to the selected products. On request it locks them until the transaction ends. */
export async function outcomesOf(
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
export async function targetsOf(db: Database, { ids, filter }: BulkTarget, lock = false) {
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
export function digestOf(outcomes: Outcome[]): string {
  const facts = outcomes.map(({ id, price, discount_percentage, is_available, after }) => [id, price, discount_percentage, is_available, after])
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
}

export function shown({ price, discount_percentage, is_available }: BulkState): ShownState {
  return { price: toShillings(price), unit_price: toShillings(unitPrice(price, discount_percentage)), discount_percentage, is_available }
}

function outcomeOf({ id, name, ...state }: BulkState & { id: string; name: string }, change: BulkChange): Outcome {
  const after = change(state)
  if ('refusal' in after) return { id, name, ...state, after: null, refusal: after.refusal, isChanged: false }
  if ('skip' in after) return { id, name, ...state, after: state, skip: after.skip, isChanged: false }
  const isChanged = (Object.keys(after) as (keyof BulkState)[]).some((column) => after[column] !== state[column])
  return { id, name, ...state, after, isChanged }
}
