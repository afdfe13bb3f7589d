import type { ReactNode } from 'react'
import './table.css'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** Figures and buttons stand at the right edge. */
  right?: boolean
  /** Digits of one width. */
  num?: boolean
  /** The head is for readers only: the cells say it themselves. */
  unspoken?: boolean
}

interface TableProps<Row> {
  rows: Row[]
  keyOf: (row: Row) => string
  columns: Column<Row>[]
  className?: string
}

/** A table of one column per question; under 700 px each row becomes pairs of label and value. */
export function Table<Row>({ rows, keyOf, columns, className }: TableProps<Row>) {
  return (
    <table className={className ? `tb ${className}` : 'tb'}>
      <thead>
        <tr>
          {columns.map(({ head, right, unspoken }) => (
            <th key={head} scope="col" className={right ? 'r' : undefined}>
              {unspoken ? <span className="sr">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ head, cell, right, num, unspoken }) => (
              <td key={head} data-l={unspoken ? undefined : head} className={[right && 'r', num && 'num'].filter(Boolean).join(' ') || undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
