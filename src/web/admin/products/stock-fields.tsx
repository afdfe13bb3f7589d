import { useState } from 'react'
import { oneSize, type SizeStock } from '#domain/catalogue.ts'
import { Field } from '#ui/kit/field.tsx'
import { SizeFields } from '#web/admin/products/size-fields.tsx'
import { readSizeRows, rowsAfterConflict, rowsOf } from '#web/admin/products/size-rows.ts'

interface StockFieldsProps {
  sizes: SizeStock[]
  /** The values that were sent without scripts. */
  typed: Record<string, string> | null
  /** The current stock, if it changed while the form was open. */
  moved: SizeStock[] | null
  errorOf: (field: string) => string | null
  onChange: () => void
}

/** The stock: one number, or a number per size. The stock that the form showed is sent too, so that pairs sold meanwhile do not come back. */
export function StockFields({ sizes, typed, moved, errorOf, onChange }: StockFieldsProps) {
  const plain = sizes.find(({ label }) => label === oneSize)
  const [rows, setRows] = useState(() => (typed ? readSizeRows(typed) : rowsOf(sizes)))
  const [pairs, setPairs] = useState(typed?.stock ?? String(plain?.stock ?? ''))
  const [seen, setSeen] = useState(plain?.stock ?? null)
  const [lastMoved, setLastMoved] = useState<SizeStock[] | null>(null)
  if (moved && moved !== lastMoved) {
    setLastMoved(moved)
    setRows(rowsAfterConflict(rows, moved))
    const now = moved.find(({ label }) => label === oneSize)?.stock ?? null
    // An unedited number follows the current stock, as the sizes do.
    if (now !== null && pairs.trim() === String(seen)) setPairs(String(now))
    setSeen(now)
  }
  const isSized = typed ? typed.stock_kind === 'sizes' : sizes.length > 0 && !plain
  // An error about missing sizes belongs to the stock field.
  const sizesError = errorOf('sizes') ?? (typed?.stock_kind === 'sizes' ? errorOf('stock') : null)
  return (
    <fieldset className="stock">
      <legend className="field-label">Stock</legend>
      <div className="choices">
        <label>
          <input type="radio" name="stock_kind" value="plain" defaultChecked={!isSized} /> One number
        </label>
        <label>
          <input type="radio" name="stock_kind" value="sizes" defaultChecked={isSized} /> Sizes
        </label>
      </div>
      {seen !== null && <input type="hidden" name="stock_seen" value={seen} />}
      <div className="stock-plain">
        <Field
          name="stock"
          label="Stock"
          inputMode="numeric"
          autoComplete="off"
          value={pairs}
          onChange={(event) => setPairs(event.currentTarget.value)}
          hint={lastMoved && seen !== null ? `Now ${seen} on the shelf.` : undefined}
          error={errorOf('stock')}
        />
      </div>
      <div className="stock-sizes">
        <SizeFields
          rows={rows}
          errorOf={errorOf}
          onRows={(next) => {
            setRows(next)
            onChange()
          }}
        />
        {sizesError && <span className="field-error">{sizesError}</span>}
      </div>
    </fieldset>
  )
}
