import { storagePath } from '#domain/storage.ts'
import type { FormSnapshot } from '#features/optimistic-lock.ts'
import type { Act } from '#web/admin/act-as-admin.ts'
import type { AdminContext } from '#web/admin/as-admin.ts'
import { changedFields, parseSnapshot } from '#web/admin/changed-fields.ts'

interface ContentKind {
  /** What is said when something was done with it (spec §8). */
  said: { created: string; updated: string; deleted: string }
  /** The columns as its form writes them. */
  columns: (sent: Record<string, string>) => Record<string, unknown>
  create: (ctx: AdminContext, columns: unknown, key: string | undefined) => Promise<object>
  change: (ctx: AdminContext, id: string, columns: unknown, snapshot?: FormSnapshot) => Promise<object>
  remove: (ctx: AdminContext, id: string) => Promise<void>
}

/** What can be done in the list of a kind of content, and with one of it. Server only. */
export function contentActs({ said, columns, create, change, remove }: ContentKind) {
  const list: Record<string, Act> = {
    create: async (ctx, sent) => {
      const wanted = columns(sent)
      return { title: said.created, text: fetchedWords(wanted, await create(ctx, wanted, sent.key)) }
    },
    switch: async (ctx, { id = '', is_active }) => {
      await change(ctx, id, { is_active: is_active === 'on' })
      return { title: said.updated, text: is_active === 'on' ? 'Visitors see it.' : 'Visitors do not see it.' }
    },
    delete: async (ctx, { id = '' }) => {
      await remove(ctx, id)
      return { title: said.deleted }
    },
  }
  const edit = (id: string): Record<string, Act> => ({
    save: async (ctx, sent) => {
      const snapshot = parseSnapshot(sent.snapshot)
      const wanted = changedFields(columns(sent), snapshot)
      return { title: said.updated, text: fetchedWords(wanted, await change(ctx, id, wanted, snapshot)) }
    },
  })
  return { list, edit }
}

/** The file of a field: one that was uploaded, or the address at another site that was written in its place (media-field.tsx). */
export function fileSent(sent: Record<string, string>, field: string): string | null {
  return sent[field]?.trim() || sent[`${field}_from`]?.trim() || null
}

/** Says that a file was fetched: the row shows one of ours where the form had an address. */
function fetchedWords(sent: object, row: object): string | undefined {
  const kept = new Map<string, unknown>(Object.entries(row))
  const isFetched = Object.entries(sent).some(
    ([column, value]) => value !== kept.get(column) && String(kept.get(column)).startsWith(`${storagePath}/`),
  )
  return isFetched ? 'The file was fetched and is kept here.' : undefined
}
