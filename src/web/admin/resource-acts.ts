import type { FormSnapshot } from '#core/optimistic-lock.ts'
import type { ResourceWords, Said } from '#domain/act.ts'
import { type Column, type Columns, changeableOf } from '#domain/columns.ts'
import { readShillings } from '#domain/money.ts'
import { storagePath } from '#domain/storage.ts'
import type { Act, AdminContext } from '#web/admin/panel-requests.ts'
import { changedFields, parseSnapshot } from '#web/admin/snapshot-fields.tsx'

interface Verbs<Row> {
  noun: { columns: Columns; shownBy?: string }
  create: (ctx: AdminContext, sent: unknown, formKey?: string) => Promise<Row>
  change: (ctx: AdminContext, id: string, sent: unknown, snapshot?: FormSnapshot) => Promise<Row>
  remove: (ctx: AdminContext, id: string) => Promise<void>
}

interface Where {
  /** The row that a page edits; in a list the field `field` names it. */
  id?: string
  field?: string
  /** What every new row of this page holds. */
  fixed?: Record<string, unknown>
}

/** What the panel does with a noun. Server only. */
export function resourceActs<Row>(verbs: Verbs<Row>, words: ResourceWords<Row>, { id, field = 'id', fixed }: Where = {}) {
  const { noun, create, change, remove } = verbs
  const { columns, shownBy = '' } = noun
  const rowOf = (sent: Record<string, string>) => id ?? sent[field] ?? ''
  return {
    create: async (ctx, sent) => {
      const wanted = { ...readColumns(columns, sent), ...fixed }
      const row = await create(ctx, wanted, sent.key)
      return withFetched(typeof words.created === 'function' ? words.created(row) : words.created, columns, wanted, row)
    },
    save: async (ctx, sent) => {
      const seen = parseSnapshot(sent.snapshot)
      const wanted = changedFields(readColumns(changeableOf(columns), sent), seen)
      return withFetched(words.saved, columns, wanted, await change(ctx, rowOf(sent), wanted, seen))
    },
    switch: async (ctx, sent) => {
      const isOn = sent[shownBy] === 'on'
      await change(ctx, rowOf(sent), { [shownBy]: isOn })
      return { title: words.saved.title, text: isOn ? words.on : words.off }
    },
    delete: async (ctx, sent) => {
      await remove(ctx, rowOf(sent))
      return words.deleted
    },
  } satisfies Record<string, Act>
}

/** Says that a file was fetched: the row shows one of ours where the form had an address. */
function withFetched(said: Said, columns: Columns, wanted: Record<string, unknown>, row: unknown): Said {
  const kept = new Map(Object.entries(row ?? {}))
  const isFetched = (name: string) => wanted[name] !== kept.get(name) && String(kept.get(name)).startsWith(`${storagePath}/`)
  const hasFetched = Object.keys(wanted).some((name) => columns[name]?.type === 'file' && isFetched(name))
  return hasFetched ? { ...said, text: 'The file was fetched and is kept here.' } : said
}

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
