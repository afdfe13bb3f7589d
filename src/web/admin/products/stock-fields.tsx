import { useState } from 'react'
import { oneSize, type SizeStock } from '#domain/catalogue.ts'
import { Button, IconButton } from '#ui/kit/button.tsx'
import { Field, FieldError } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { nextNumber, readSizeRows, rowsAfterConflict, rowsOf, runRefusal, type SizeRow, withRow, withRun } from '#web/admin/products/size-rows.ts'

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

interface SizeFieldsProps {
  rows: SizeRow[]
  onRows: (rows: SizeRow[]) => void
  errorOf: (field: string) => string | null
}

/** The sizes with their stock, and a form that fills a whole run. */
function SizeFields({ rows, onRows, errorOf }: SizeFieldsProps) {
  const change = (at: number, changes: Partial<SizeRow>) => onRows(rows.map((row) => (row.at === at ? { ...row, ...changes } : row)))
  const remove = (row: SizeRow) => (row.seen === null ? onRows(rows.filter(({ at }) => at !== row.at)) : change(row.at, { isRemoved: true }))
  const errors = rows.flatMap(({ at, label }) =>
    ['label', 'stock'].flatMap((part) => {
      const error = errorOf(`size.${at}.${part}`)
      return error ? [{ id: `size-${at}-${part}-error`, text: label ? `Size ${label}: ${error}` : error }] : []
    }),
  )
  return (
    <div className="size-rows">
      {rows.length > 0 && (
        <ul>
          <ColumnHeads columns={Math.min(rows.length, maxColumns)} />
          {rows.map((row) => (
            <li key={row.at} className={row.isRemoved ? 'size-removed' : undefined}>
              <OneSize
                row={row}
                onChange={(changes) => change(row.at, changes)}
                onRemove={() => remove(row)}
                isWrong={(part) => errorOf(`size.${row.at}.${part}`) !== null}
              />
            </li>
          ))}
        </ul>
      )}
      {errors.map(({ id, text }) => (
        <FieldError id={id} key={id}>
          {text}
        </FieldError>
      ))}
      <div className="when-scripted size-tools">
        <Button look="ghost" small onClick={() => onRows(withRow(rows))}>
          <Icon name="plus" small /> Add size
        </Button>
        <SizeRun onFill={(from, to, stock) => onRows(withRun(rows, from, to, stock))} />
      </div>
      <noscript>
        <p className="hint">More sizes:</p>
        {spareRows(rows).map((at) => (
          <span className="size-row" key={at}>
            <input className="input" name={`size.${at}.label`} aria-label="Another size" />
            <input className="input tabular" name={`size.${at}.stock`} inputMode="numeric" aria-label="Its pairs" />
          </span>
        ))}
      </noscript>
    </div>
  )
}

/** The numbers of four empty rows, which no row that a refused form brings back has. */
function spareRows(rows: SizeRow[]): number[] {
  const first = Math.max(800, nextNumber(rows))
  return [0, 1, 2, 3].map((step) => first + step)
}

/** The most columns in the widest dialog. */
const maxColumns = 3

/** Column headers, hidden from screen readers because the fields have labels. */
function ColumnHeads({ columns }: { columns: number }) {
  return (
    <li className="size-heads" aria-hidden="true">
      {['first', 'second', 'third'].slice(0, columns).map((column) => (
        <span key={column}>
          <i>Size</i> <i>Stock</i>
        </span>
      ))}
    </li>
  )
}

interface OneSizeProps {
  row: SizeRow
  onChange: (changes: Partial<SizeRow>) => void
  onRemove: () => void
  isWrong: (part: 'label' | 'stock') => boolean
}

function OneSize({ row: { at, label, stock, seen, isRemoved, now }, onChange, onRemove, isWrong }: OneSizeProps) {
  const errorProps = (part: 'label' | 'stock') => (isWrong(part) ? { 'aria-invalid': true, 'aria-describedby': `size-${at}-${part}-error` } : {})
  const of = label || 'new size'
  return (
    <span className="size-row">
      {seen === null ? (
        <input
          className="input"
          name={`size.${at}.label`}
          value={label}
          maxLength={20}
          placeholder="Size"
          aria-label="Size"
          autoComplete="off"
          onChange={(event) => onChange({ label: event.currentTarget.value })}
          {...errorProps('label')}
        />
      ) : (
        <>
          <b>{label}</b>
          <input type="hidden" name={`size.${at}.label`} value={label} />
          <input type="hidden" name={`size.${at}.seen`} value={seen} />
        </>
      )}
      {isRemoved ? (
        <span className="size-gone">Taken away when you save</span>
      ) : (
        <input
          className="input tabular"
          name={`size.${at}.stock`}
          value={stock}
          inputMode="numeric"
          placeholder="Stock"
          aria-label={`Stock of ${of}`}
          autoComplete="off"
          onChange={(event) => onChange({ stock: event.currentTarget.value })}
          {...errorProps('stock')}
        />
      )}
      {now !== undefined && <em className="size-now">now {now}</em>}
      {isRemoved ? (
        <>
          <input type="hidden" name={`size.${at}.remove`} value="on" />
          <Button look="ghost" small onClick={() => onChange({ isRemoved: false })} aria-label={`Keep ${of}`}>
            Keep
          </Button>
        </>
      ) : (
        <IconButton icon="bin" label={`Take ${of} away`} onClick={onRemove} className="when-scripted" />
      )}
    </span>
  )
}

/** Adds the missing sizes of a run, such as `36` to `45`, with the same stock each. */
function SizeRun({ onFill }: { onFill: (from: number, to: number, stock: string) => void }) {
  const [{ from, to, stock }, setRun] = useState({ from: '36', to: '45', stock: '' })
  const set = (name: string) => (event: { currentTarget: HTMLInputElement }) => setRun({ from, to, stock, [name]: event.currentTarget.value })
  const refusal = runRefusal(from, to, stock)
  const shared = { inputMode: 'numeric', autoComplete: 'off', maxLength: 6 } as const
  return (
    <fieldset className="size-run">
      <legend className="field-label">Fill a run of sizes</legend>
      <Field {...shared} label="From" value={from} onChange={set('from')} />
      <Field {...shared} label="To" value={to} onChange={set('to')} />
      <Field {...shared} label="Stock of each" value={stock} onChange={set('stock')} />
      <Button look="ghost" disabled={refusal !== null} onClick={() => onFill(Number(from), Number(to), stock.trim() || '0')}>
        Fill
      </Button>
      <p role="status" className="field-error">
        {refusal}
      </p>
    </fieldset>
  )
}
