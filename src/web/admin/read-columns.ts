import type { Column, Columns } from '#domain/columns.ts'
import { readShillings } from '#domain/money.ts'

/** What a form sent for these columns; a value that cannot be read is left for the verb to refuse. A box that is not ticked is not sent. */
export function readColumns(columns: Columns, sent: Record<string, string>): Record<string, unknown> {
  const own = Object.entries(columns).filter(([name, { type }]) => Object.hasOwn(sent, name) || type === 'flag')
  return Object.fromEntries(own.map(([name, column]) => [name, readers[column.type](sent[name] ?? '', column)]))
}

const readText = (text: string, { isOptional }: Column) => (isOptional && text === '' ? null : text)

const readNumber = (text: string) => (text.trim() === '' ? null : (readShillings(text) ?? text))

/** Without an hour, midnight. */
function readHour(text: string): unknown {
  const [hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text)?.slice(1).map(Number) ?? []
  if (text === '') return 24 * 60
  return hour === undefined || minute === undefined ? text : hour * 60 + minute
}

const readers: Record<Column['type'], (text: string, column: Column) => unknown> = {
  ...{ text: readText, choice: readText, day: readText, reference: readText },
  ...{ number: readNumber, amount: readNumber, hour: readHour },
  flag: (text) => text === 'on',
}
