import type { FormSnapshot } from '#core/optimistic-lock.ts'
import type { ResourceWords, Said } from '#domain/act.ts'
import { type Columns, changeableOf } from '#domain/columns.ts'
import { storagePath } from '#domain/storage.ts'
import type { Act } from '#web/admin/act-as-admin.ts'
import type { AdminContext } from '#web/admin/as-admin.ts'
import { changedFields, parseSnapshot } from '#web/admin/changed-fields.ts'
import { readColumns } from '#web/admin/read-columns.ts'

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
