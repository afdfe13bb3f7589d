import { useState } from 'react'
import { oneSize, type SizeStock } from '#domain/catalogue.ts'
import { Field } from '#ui/kit/field.tsx'
import { SizeFields } from '#web/admin/products/size-fields.tsx'
import { afterMove, readSizeRows, rowsOf } from '#web/admin/products/size-rows.ts'

interface StockFieldsProps {
  sizes: SizeStock[]
  /** What a browser without scripts sent before. */
  typed: Record<string, string> | null
  /** What the shelf has, where it moved while the form was open. */
  moved: SizeStock[] | null
  errorOf: (field: string) => string | null
  onChange: () => void
}

/** One number, or pairs of each size. The numbers that the form showed go along, so that nothing that was sold meanwhile comes back. */
export function StockFields({ sizes, typed, moved, errorOf, onChange }: StockFieldsProps) {
  const plain = sizes.find(({ label }) => label === oneSize)
  const [rows, setRows] = useState(() => (typed ? readSizeRows(typed) : rowsOf(sizes)))
  const [pairs, setPairs] = useState(typed?.stock ?? String(plain?.stock ?? ''))
  const [seen, setSeen] = useState(plain?.stock ?? null)
  const [told, setTold] = useState<SizeStock[] | null>(null)
  if (moved && moved !== told) {
    setTold(moved)
    setRows(afterMove(rows, moved))
    const now = moved.find(({ label }) => label === oneSize)?.stock ?? null
    // A number that nobody typed follows the shelf, as those of sizes do.
    if (now !== null && pairs.trim() === String(seen)) setPairs(String(now))
    setSeen(now)
  }
  const isSized = typed ? typed.stock_kind === 'sizes' : sizes.length > 0 && !plain
  // A form that came without any size is told so about its stock.
  const sizesError = errorOf('sizes') ?? (typed?.stock_kind === 'sizes' ? errorOf('stock') : null)
  return (
    <fieldset className="stock">
      <legend className="lbl">Stock</legend>
      <div className="ticks">
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
          label="Pairs"
          inputMode="numeric"
          autoComplete="off"
          value={pairs}
          onChange={(event) => setPairs(event.currentTarget.value)}
          hint={told && seen !== null ? `Now ${seen} on the shelf.` : undefined}
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
        {sizesError && <span className="err">{sizesError}</span>}
      </div>
    </fieldset>
  )
}
