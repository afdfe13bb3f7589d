import type { ReactNode } from 'react'

export interface NumberColumn<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** Figures stand at the right edge. */
  right?: boolean
}

export function NumberTable<Row>({ rows, keyOf, columns }: { rows: Row[]; keyOf: (row: Row) => string; columns: NumberColumn<Row>[] }) {
  return (
    <table className="tb">
      <thead>
        <tr>
          {columns.map(({ head, right }) => (
            <th key={head} scope="col" className={right ? 'r' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ head, cell, right }) => (
              <td key={head} data-l={head} className={right ? 'r num' : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
