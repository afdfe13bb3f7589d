import type { ResourceWords, Said } from '#domain/act.ts'
import { type Columns, changeableOf } from '#domain/columns.ts'
import type { FormSnapshot } from '#features/optimistic-lock.ts'
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
    create: async (ctx, sent) => said(words.created, await create(ctx, { ...readColumns(columns, sent), ...fixed }, sent.key)),
    save: async (ctx, sent) => {
      const seen = parseSnapshot(sent.snapshot)
      await change(ctx, rowOf(sent), changedFields(readColumns(changeableOf(columns), sent), seen), seen)
      return words.saved
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

const said = <Row>(words: Said | ((row: Row) => Said), row?: Row): Said => (typeof words === 'function' ? words(row as Row) : words)
