import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { isUuid } from '#core/page-of.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { shelf } from '#db/schema.ts'
import { foldToken } from '#domain/plain-text.ts'
import { Problem } from '#domain/problem.ts'
import type { FileProblem, ProductDraft } from '#domain/product-csv.ts'
import { findCategories } from '#features/catalogue/categories.ts'
import { change, creation, type ImportStep, type Stepped } from '#features/catalogue/import-steps.ts'
import { type ProductFile, readProductFile } from '#features/catalogue/product-file.ts'
import { type ProductRow, rowColumns } from '#features/catalogue/product-rows.ts'
import { writeImport } from '#features/catalogue/write-import.ts'

/** What a file would do, or did. */
export interface ImportReport {
  format: ProductFile['format']
  /** Rows that hold anything, without the head row. */
  rows: number
  created: number
  changed: number
  unchanged: number
  /** The first of them, by row. */
  problems: FileProblem[]
  problemCount: number
  /** Rows with a problem: they are left out. */
  badRows: number
  notes: string[]
  /** The file leaves open how many pairs there are. */
  asksPairs: boolean
  /** The first products that are new or change. */
  rowsShown: { row: number; name: string; act: 'create' | 'change'; changed: string[] }[]
  /** The digest of the planned changes, and when they were planned. */
  digest: string
}

const mostShown = { problems: 200, rows: 50, notes: 20 }

/** The pairs of each new size whose stock a file leaves open, as a form sends them; null without an answer. */
const pairsInput = z.preprocess(
  (typed) => (typeof typed === 'string' && typed.trim() ? Number(foldToken(typed)) : null),
  z.int('Enter a whole number of pairs.').min(0, 'Enter a whole number of pairs.').max(9_999, 'Enter at most 9,999 pairs.').nullable(),
)
const readPairs = (pairs: unknown) => parseInput(z.object({ pairs: pairsInput }), { pairs }).pairs

/** Reads a file of products and says what importing it would do; nothing is written. */
export async function checkImport(ctx: Context, bytes: Uint8Array, typedPairs?: unknown): Promise<ImportReport> {
  requirePermission(ctx, 'sell')
  const pairs = readPairs(typedPairs)
  const file = await readProductFile(bytes)
  const { rows } = await ctx.db.execute<{ looked: string }>(sql`select (extract(epoch from ${ctx.now}) * 1000000)::bigint::text as looked`)
  const plan = await planImport(ctx.db, file, pairs)
  return reportOf(file, { ...plan, digest: `${plan.digest}.${rows[0]?.looked}` })
}

/** Does what `checkImport` said, in one transaction: every row without a problem, or nothing. The digest lets it happen once, and only if the plan is unchanged. */
export async function importProducts(ctx: Context, bytes: Uint8Array, digest: string, typedPairs?: unknown): Promise<ImportReport> {
  requirePermission(ctx, 'sell')
  const pairs = readPairs(typedPairs)
  const file = await readProductFile(bytes)
  const asLookedAt = await planImport(ctx.db, file, pairs)
  const [, shown, looked] = /^([\w-]{43})\.(\d{1,17})$/.exec(digest) ?? []
  if (!looked || asLookedAt.digest !== shown) throw new Problem('import_moved')
  return ctx.db.transaction(async (tx) => {
    // One import at a time: two of the same file must not both find the shelf without its products.
    await tx.execute(sql`select pg_advisory_xact_lock(7214014)`)
    await lockProducts(tx, asLookedAt.steps)
    const plan = await planImport(tx, file, pairs)
    if (plan.digest !== shown || (await wasDoneSince(tx, shown, looked))) throw new Problem('import_moved')
    await writeImport(tx, ctx, plan.steps)
    const report = reportOf(file, plan)
    if (plan.steps.length > 0)
      await writeAudit(tx, ctx, {
        action: 'products imported',
        table: 'product_imports',
        id: shown,
        after: { created: report.created, changed: report.changed },
      })
    return report
  })
}

/** A file of counted stock gives the same plan a second time, and would restore pairs sold since the first import: only the audit log shows that it has run. */
async function wasDoneSince(tx: Context['db'], plan: string, looked: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from audit_log where row_id = ${plan} and action = 'products imported' and at >= to_timestamp(${looked}::bigint / 1000000.0) limit 1`)
  return rows.length > 0
}

/** Two admins change a product one after the other; orders are not blocked. */
async function lockProducts(tx: Context['db'], steps: ImportPlan['steps']) {
  const ids = steps.filter(({ act }) => act === 'change').map(({ id }) => id)
  await tx.execute(sql`
    select from products where id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid) order by id for no key update`)
}

function reportOf({ format, rows, notes, drafts }: ProductFile, { steps, unchanged, problems, digest }: ImportPlan): ImportReport {
  return {
    format,
    rows,
    created: steps.filter(({ act }) => act === 'create').length,
    changed: steps.filter(({ act }) => act === 'change').length,
    unchanged,
    problems: problems.slice(0, mostShown.problems),
    problemCount: problems.length,
    badRows: new Set(problems.map(({ row }) => row)).size,
    notes: notes.slice(0, mostShown.notes),
    asksPairs: drafts.some(({ stock, sizes }) => stock === null || sizes?.some((size) => size.stock === null)),
    rowsShown: steps.slice(0, mostShown.rows).map(({ row, columns, act, changed }) => ({ row, name: columns.name, act, changed })),
    digest,
  }
}

interface ImportPlan {
  steps: ImportStep[]
  unchanged: number
  /** By row, the first row first. */
  problems: FileProblem[]
  /** The digest of the effects of all rows: the same file on an unchanged catalogue gives the same digest. */
  digest: string
}

/** What each row of a file would do, on the shelf as it is now; `pairs` of each new size whose stock the file leaves open. Nothing is written. */
async function planImport(db: Database, { drafts, problems }: ProductFile, pairs: number | null): Promise<ImportPlan> {
  const categoryOf = await findCategories(db)
  const meantBy = await findExisting(db, drafts)
  const steps: ImportStep[] = []
  const found = [...problems]
  const rowOf = new Map<string, number>()
  let unchanged = 0
  for (const [at, draft] of drafts.entries()) {
    // Other requests are served in between.
    if (at % 250 === 249) await setImmediate()
    const stepped = stepOf(draft, meantBy(draft), categoryOf, rowOf, pairs)
    if (stepped === 'unchanged') unchanged += 1
    else if (Array.isArray(stepped)) found.push(...stepped)
    else steps.push(stepped)
  }
  found.sort((a, b) => a.row - b.row)
  return { steps, unchanged, problems: found, digest: digestOf(drafts, steps, found, pairs) }
}

function stepOf(
  { category, ...draft }: ProductDraft,
  meant: ReturnType<Awaited<ReturnType<typeof findExisting>>>,
  categoryOf: Awaited<ReturnType<typeof findCategories>>,
  rowOf: Map<string, number>,
  pairs: number | null,
): Stepped {
  const { row } = draft
  if (typeof meant === 'object' && 'message' in meant) return [{ row, ...meant }]
  const key = meant === 'none' ? JSON.stringify([draft.style_code, draft.name]) : meant.id
  const earlier = rowOf.get(key)
  if (earlier !== undefined) return [{ row, column: null, message: `Row ${earlier} is about the same product.` }]
  rowOf.set(key, row)
  const found = category === undefined ? undefined : categoryOf(category)
  if (found === null)
    return [{ row, column: 'category', message: `No one category is called "${category?.slice(0, 60)}". Enter its slug, such as women-sneakers.` }]
  const said = { ...draft, ...(found && { category_id: found }) }
  return meant === 'none' ? creation(said, pairs) : change(said, meant, pairs)
}

/** Left out of the digest: new ids, which are drawn for each plan, and the present stock, which orders change all the time. */
function digestOf(drafts: ProductDraft[], steps: ImportStep[], problems: FileProblem[], pairs: number | null): string {
  const facts = steps.flatMap(({ act, row, id, columns, before, changed }) => {
    if (act === 'create') return [[row, columns]]
    return changed.some((name) => name !== 'stock') ? [[row, id, columns, before]] : []
  })
  const wrong = problems.map(({ row, column }) => [row, column])
  return createHash('sha256')
    .update(JSON.stringify([drafts, facts, wrong, pairs]))
    .digest('base64url')
}

/** The product that a row of a file refers to: `none` for a new one, or why the match is not clear. */
type Meant = ProductRow | 'none' | { column: string; message: string }

/** Finds the existing products of all rows of a file at once: by id, otherwise by style code and name together (docs/decisions/0014). */
async function findExisting(db: Database, drafts: ProductDraft[]): Promise<(draft: ProductDraft) => Meant> {
  const wanted = drafts.map(({ id, name, style_code }) => ({
    id: isUuid(id) ? id : null,
    name: id ? null : (name ?? null),
    style_code: style_code ?? null,
  }))
  const { rows } = await db.execute<{ id: string }>(sql`
    with wanted as materialized (select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(id uuid, name text, style_code text))
    select p.id from products p join wanted w on p.id = w.id where p.archived_at is null
    union
    select p.id from products p join wanted w on p.name = w.name and coalesce(p.style_code, '') = coalesce(w.style_code, '') where p.archived_at is null`)
  const ids = rows.map(({ id }) => id)
  const found = ids.length > 0 ? await db.select(rowColumns).from(shelf).where(inArray(shelf.id, ids)) : []
  const byId = new Map<string, ProductRow>()
  const byName = new Map<string, ProductRow[]>()
  for (const row of found) {
    byId.set(row.id, row)
    const key = productKeyOf(row)
    if (!byName.get(key)?.push(row)) byName.set(key, [row])
  }
  return ({ id, name, style_code }) => {
    if (id) return byId.get(id) ?? { column: 'id', message: 'There is no product with this id. Empty the cell to make a new one.' }
    const same = byName.get(productKeyOf({ name: name ?? '', style_code: style_code ?? null })) ?? []
    if (same.length > 1) return { column: 'name', message: `${same.length} products have this name and style: write the id of the one you mean.` }
    return same[0] ?? 'none'
  }
}

function productKeyOf({ name, style_code }: { name: string; style_code: string | null }): string {
  return JSON.stringify([style_code ?? '', name])
}
