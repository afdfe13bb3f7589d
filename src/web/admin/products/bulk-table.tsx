import { formatShillings } from '#domain/money.ts'
import type { BulkPreview } from '#features/catalogue/apply-bulk.ts'
import { Table } from '#ui/kit/table.tsx'

type Row = BulkPreview['rows'][number]

/** Each product before and after the change. `rest` is the number of rows that are not shown. */
export function BulkTable({ rows, rest }: { rows: Row[]; rest: number }) {
  return (
    <>
      <Table
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Product', cell: ({ name }) => name },
          { head: 'Now', cell: (row) => <State state={row.before} row={row} />, right: true, num: true },
          { head: 'Then', cell: (row) => <AfterChange row={row} />, right: true, num: true },
        ]}
      />
      {rest > 0 && <p className="more-rows">and {rest.toLocaleString('en-KE')} more</p>}
    </>
  )
}

function AfterChange({ row }: { row: Row }) {
  if (row.skip) return <small>{row.skip}</small>
  if (!row.after) return <span className="field-error">{row.refusal}</span>
  return (
    <b>
      <State state={row.after} row={row} />
    </b>
  )
}

/** Only the values that change. */
function State({ state, row: { before, after } }: { state: Row['before']; row: Row }) {
  const { is_available, discount_percentage, price, unit_price } = state
  if (after !== null && after.is_available !== before.is_available) return is_available ? 'On the shelf' : 'Off the shelf'
  return (
    <span>
      {formatShillings(unit_price)}
      {discount_percentage > 0 && (
        <small>
          {formatShillings(price)} less {discount_percentage}%
        </small>
      )}
    </span>
  )
}
