import { formatShillings } from '#domain/money.ts'
import type { BulkPreview } from '#features/catalogue/bulk-change.ts'

type Row = BulkPreview['rows'][number]

/** Each product as it is and as it would be. `rest` are more than are shown. */
export function BulkTable({ rows, rest }: { rows: Row[]; rest: number }) {
  return (
    <>
      <table className="tb">
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className="r">
              Now
            </th>
            <th scope="col" className="r">
              Then
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td data-l="Product">{row.name}</td>
              <td data-l="Now" className="r num">
                <State state={row.before} row={row} />
              </td>
              <td data-l="Then" className="r num">
                {row.after ? (
                  <b>
                    <State state={row.after} row={row} />
                  </b>
                ) : (
                  <span className="err">{row.refusal}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className="more-rows">and {rest.toLocaleString('en-KE')} more</p>}
    </>
  )
}

/** Only what differs between the two is worth saying. */
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
