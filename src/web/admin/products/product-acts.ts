import { oneSize } from '#domain/catalogue.ts'
import { isProblem, Problem } from '#domain/problem.ts'
import type { ProductRow } from '#features/catalogue/product-rows.ts'
import { changeProduct, createProduct } from '#features/catalogue/write-product.ts'
import type { AdminContext } from '#web/admin/panel-requests.ts'
import { readColumns } from '#web/admin/products/product-form.tsx'
import { readSizeRows } from '#web/admin/products/size-rows.ts'
import { changedFields, parseSnapshot } from '#web/admin/snapshot-fields.tsx'

type FormFields = Record<string, string>

/** Creates a product from the form's fields. Server only. */
export async function createFromForm(ctx: AdminContext, sent: FormFields): Promise<ProductRow> {
  const { sizes, fields } = sizeChanges(sent)
  const stock = { sizes: sizes.filter(({ remove }) => !remove).map(({ label, stock }) => ({ label, stock })) }
  return withFormFieldNames(fields, createProduct(ctx, { ...readColumns(sent), ...stock }, sent.key))
}

/** Saves the changed fields of a product; stock changes are relative to the stock that the form showed. Server only. */
export async function changeFromForm(ctx: AdminContext, id: string, sent: FormFields): Promise<ProductRow> {
  const { sizes, fields } = sizeChanges(sent)
  const snapshot = parseSnapshot(sent.snapshot)
  return withFormFieldNames(fields, changeProduct(ctx, id, { ...changedFields(readColumns(sent), snapshot), sizes }, snapshot))
}

interface SizeChange {
  label: string
  stock?: number | string
  seen?: number
  remove?: true
}

/**
 * The sizes of the form with the names of their fields; a plain stock is the size "One size". Sizes of the other kind are removed if the admin changed the kind
 * of stock.
 */
function sizeChanges(sent: FormFields): { sizes: SizeChange[]; fields: string[] } {
  const isPlain = sent.stock_kind !== 'sizes'
  const plainSeen = readPairs(sent.stock_seen)
  const listed = readSizeRows(sent).flatMap(({ at, label, stock, seen, isRemoved }): { wanted: SizeChange; field: string }[] => {
    const field = `size.${at}`
    if (isRemoved || isPlain) return seen === null ? [] : [{ field, wanted: { label, seen, remove: true } }]
    return [{ field, wanted: { label, stock: readPairs(stock) ?? stock, ...(seen !== null && { seen }) } }]
  })
  const plain: SizeChange = { label: oneSize, ...(typeof plainSeen === 'number' && { seen: plainSeen }) }
  if (isPlain) listed.unshift({ field: '', wanted: { ...plain, stock: readPairs(sent.stock) ?? sent.stock ?? '' } })
  else if (plain.seen !== undefined) listed.unshift({ field: '', wanted: { ...plain, remove: true } })
  return { sizes: listed.map(({ wanted }) => wanted), fields: listed.map(({ field }) => field) }
}

function readPairs(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
}

/** `sizes.2.stock` of the verb is `size.4.stock` of the form, or its plain `stock`. */
async function withFormFieldNames<T>(names: string[], call: Promise<T>): Promise<T> {
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
