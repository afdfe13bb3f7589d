import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Database } from '#db/client.ts'
import type { FileProblem, ProductDraft } from '#domain/product-csv.ts'
import { findCategories } from '#features/catalogue/categories.ts'
import { findExisting } from '#features/catalogue/find-existing.ts'
import { change, creation, type ImportStep, type Stepped } from '#features/catalogue/import-steps.ts'
import type { ProductFile } from '#features/catalogue/read-product-file.ts'

export interface ImportPlan {
  steps: ImportStep[]
  unchanged: number
  /** By row, the first row first. */
  problems: FileProblem[]
  /** The digest of the effects of all rows: the same file on an unchanged catalogue gives the same digest. */
  digest: string
}

/** What each row of a file would do, on the shelf as it is now; `pairs` of each new size whose stock the file leaves open. Nothing is written. */
export async function planImport(db: Database, { drafts, problems }: ProductFile, pairs: number | null): Promise<ImportPlan> {
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
