import { oneSize } from '#domain/catalogue.ts'
import { isProblem, Problem } from '#domain/problem.ts'
import { changeProduct } from '#features/catalogue/change-product.ts'
import { createProduct } from '#features/catalogue/create-product.ts'
import type { ProductRow } from '#features/catalogue/product-row.ts'
import type { AdminContext } from '#web/admin/as-admin.ts'
import { changedFields, parseSnapshot } from '#web/admin/changed-fields.ts'
import { readColumns } from '#web/admin/products/product-form.tsx'
import { readSizeRows } from '#web/admin/products/size-rows.ts'

type Sent = Record<string, string>

/** Puts what the form says on the shelf. Server only. */
export async function createFromForm(ctx: AdminContext, sent: Sent): Promise<ProductRow> {
  const { sizes, fields } = wantedSizes(sent)
  const stock = { sizes: sizes.filter(({ remove }) => !remove).map(({ label, stock }) => ({ label, stock })) }
  return underFormNames(fields, createProduct(ctx, { ...readColumns(sent), ...stock }, sent.key))
}

/** Changes a product to what was changed in the form, against the stock that the form showed. Server only. */
export async function changeFromForm(ctx: AdminContext, id: string, sent: Sent): Promise<ProductRow> {
  const { sizes, fields } = wantedSizes(sent)
  const snapshot = parseSnapshot(sent.snapshot)
  return underFormNames(fields, changeProduct(ctx, id, { ...changedFields(readColumns(sent), snapshot), sizes }, snapshot))
}

interface Wanted {
  label: string
  stock?: number | string
  seen?: number
  remove?: true
}

/**
 * The sizes that the form means, a plain stock being the size "One size", and the names of their fields in the form. What stood there and is not meant any
 * more, because somebody changed from one way to the other, is taken away.
 */
function wantedSizes(sent: Sent): { sizes: Wanted[]; fields: string[] } {
  const isPlain = sent.stock_kind !== 'sizes'
  const plainSeen = readPairs(sent.stock_seen)
  const rows = readSizeRows(sent).filter(({ label, stock, seen }) => seen !== null || label.trim() !== '' || stock.trim() !== '')
  const listed = rows.flatMap(({ at, label, stock, seen, isRemoved }): { wanted: Wanted; field: string }[] => {
    const field = `size.${at}`
    if (isRemoved || isPlain) return seen === null ? [] : [{ field, wanted: { label, seen, remove: true } }]
    return [{ field, wanted: { label, stock: readPairs(stock) ?? stock, ...(seen !== null && { seen }) } }]
  })
  const plain: Wanted = { label: oneSize, ...(typeof plainSeen === 'number' && { seen: plainSeen }) }
  if (isPlain) listed.unshift({ field: '', wanted: { ...plain, stock: readPairs(sent.stock) ?? sent.stock ?? '' } })
  else if (plain.seen !== undefined) listed.unshift({ field: '', wanted: { ...plain, remove: true } })
  return { sizes: listed.map(({ wanted }) => wanted), fields: listed.map(({ field }) => field) }
}

function readPairs(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
}

/** `sizes.2.stock` of the verb is `size.4.stock` of the form, or its plain `stock`. */
async function underFormNames<T>(names: string[], call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!isProblem(error) || !error.details.fields) throw error
    const fields = Object.entries(error.details.fields).map(([name, text]) => [
      name.replace(/^sizes\.(\d+)\./, (_, at: string) => (names[Number(at)] ? `${names[Number(at)]}.` : '')),
      text,
    ])
    throw new Problem(error.code, { ...error.details, fields: Object.fromEntries(fields) })
  }
}
