import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { writeAudit } from '#core/write-audit.ts'
import { foldToken } from '#domain/plain-text.ts'
import { Problem } from '#domain/problem.ts'
import type { FileProblem } from '#domain/product-csv.ts'
import { type ImportPlan, planImport } from '#features/catalogue/plan-import.ts'
import { type ProductFile, readProductFile } from '#features/catalogue/read-product-file.ts'
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
