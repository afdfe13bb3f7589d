import type { Column, Columns } from '#domain/columns.ts'
import { readShillings } from '#domain/money.ts'

/** What a form sent for these columns; a value that cannot be read is left for the verb to refuse. A box that is not ticked is not sent. */
export function readColumns(columns: Columns, sent: Record<string, string>): Record<string, unknown> {
  const own = Object.entries(columns).filter(([name, { type, variants }]) => Object.hasOwn(sent, variants?.by ?? name) || type === 'flag')
  return Object.fromEntries(own.map(([name, column]) => [name, readColumn(name, column, sent)]))
}

function readColumn(name: string, column: Column, sent: Record<string, string>): unknown {
  const { type, variants } = column
  if (variants) {
    const choice = sent[variants.by] ?? ''
    const variant = Object.hasOwn(variants.of, choice) ? variants.of[choice] : null
    return variant ? readColumn(variant.field, variant.column, sent) : null
  }
  // A file that was uploaded, or the address at another site that was written in its place (media-field.tsx).
  if (type === 'file') return sent[name]?.trim() || sent[`${name}_from`]?.trim() || null
  // Browsers end lines as DOS did; what is kept so ends them plainly (column-schemas.ts).
  const text = sent[name] ?? ''
  return readers[type](type === 'text' ? text.replaceAll('\r\n', '\n') : text, column)
}

const readText = (text: string, { isOptional }: Column) => (isOptional && text === '' ? null : text)

const readNumber = (text: string) => (text.trim() === '' ? null : (readShillings(text) ?? text))

/** Without an hour, midnight. */
function readHour(text: string): unknown {
  const [hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text)?.slice(1).map(Number) ?? []
  if (text === '') return 24 * 60
  return hour === undefined || minute === undefined ? text : hour * 60 + minute
}

const readers: Record<Exclude<Column['type'], 'file'>, (text: string, column: Column) => unknown> = {
  ...{ text: readText, prose: readText, link: readText, choice: readText, day: readText, reference: readText },
  ...{ number: readNumber, amount: readNumber, hour: readHour },
  flag: (text) => text === 'on',
}
