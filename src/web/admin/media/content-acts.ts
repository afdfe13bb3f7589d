import type { Shown } from '#features/refuse-overwriting.ts'
import type { Act } from '#web/admin/act.ts'
import type { AdminContext } from '#web/admin/as-admin.ts'
import { onlyChanged, readShown } from '#web/admin/only-changed.ts'

interface ContentKind {
  /** What is said when something was done with it (spec §8). */
  said: { created: string; updated: string; deleted: string }
  /** The columns as its form writes them. */
  columns: (sent: Record<string, string>) => Record<string, unknown>
  create: (ctx: AdminContext, columns: unknown, key: string | undefined) => Promise<unknown>
  change: (ctx: AdminContext, id: string, columns: unknown, shown?: Shown) => Promise<unknown>
  remove: (ctx: AdminContext, id: string) => Promise<void>
}

/** What can be done in the list of a kind of content, and with one of it. Server only. */
export function contentActs({ said, columns, create, change, remove }: ContentKind) {
  const list: Record<string, Act> = {
    create: async (ctx, sent) => {
      await create(ctx, columns(sent), sent.key)
      return { title: said.created }
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
      const shown = readShown(sent.shown)
      await change(ctx, id, onlyChanged(columns(sent), shown), shown)
      return { title: said.updated }
    },
  })
  return { list, edit }
}
