import type { Column, Columns } from '#domain/columns.ts'
import { readShillings } from '#domain/money.ts'

/** What a form sent for these columns; a value that cannot be read is left for the verb to refuse. */
export function readColumns(columns: Columns, sent: Record<string, string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, readers[column.type](sent[name] ?? '', column)]))
}

const readText = (text: string, { isOptional }: Column) => (isOptional && text === '' ? null : text)

const readers: Record<Column['type'], (text: string, column: Column) => unknown> = {
  ...{ text: readText, choice: readText, day: readText, reference: readText },
  number: (text) => (text.trim() === '' ? null : (readShillings(text) ?? text)),
  flag: (text) => text === 'on',
}
