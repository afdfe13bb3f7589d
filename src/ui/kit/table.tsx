import type { ReactNode } from 'react'
import './table.css'

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** Aligns the column to the right, for numbers and buttons. */
  right?: boolean
  /** Tabular digits. */
  num?: boolean
  /** The header is visible to screen readers only. */
  isHeadHidden?: boolean
}

interface TableProps<Row> {
  rows: Row[]
  keyOf: (row: Row) => string
  columns: Column<Row>[]
  className?: string
}

/** A table; under 700 px each row becomes pairs of label and value. */
export function Table<Row>({ rows, keyOf, columns, className }: TableProps<Row>) {
  return (
    <table className={className ? `table ${className}` : 'table'}>
      <thead>
        <tr>
          {columns.map(({ head, right, isHeadHidden }) => (
            <th key={head} scope="col" className={right ? 'align-end' : undefined}>
              {isHeadHidden ? <span className="visually-hidden">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ head, cell, right, num, isHeadHidden }) => (
              <td
                key={head}
                data-l={isHeadHidden ? undefined : head}
                className={[right && 'align-end', num && 'tabular'].filter(Boolean).join(' ') || undefined}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
