import { type Columns, changeableOf } from '#domain/columns.ts'
import type { FormSnapshot } from '#features/optimistic-lock.ts'
import type { Act } from '#web/admin/act-as-admin.ts'
import type { ActionToast } from '#web/admin/action-toast.ts'
import type { AdminContext } from '#web/admin/as-admin.ts'
import { changedFields, parseSnapshot } from '#web/admin/changed-fields.ts'
import { readColumns } from '#web/admin/read-columns.ts'

interface Verbs {
  noun: { columns: Columns }
  create: (ctx: AdminContext, sent: unknown, formKey?: string) => Promise<unknown>
  change: (ctx: AdminContext, id: string, sent: unknown, snapshot?: FormSnapshot) => Promise<unknown>
  remove: (ctx: AdminContext, id: string) => Promise<void>
}

/** What the panel does with a noun; the field `of` names the row. Server only. */
export function resourceActs(
  { noun: { columns }, create, change, remove }: Verbs,
  said: Record<'created' | 'saved' | 'deleted', ActionToast>,
): Record<string, Act> {
  return {
    create: async (ctx, sent) => {
      await create(ctx, readColumns(columns, sent), sent.key)
      return said.created
    },
    save: async (ctx, sent) => {
      const seen = parseSnapshot(sent.snapshot)
      await change(ctx, sent.of ?? '', changedFields(readColumns(changeableOf(columns), sent), seen), seen)
      return said.saved
    },
    delete: async (ctx, { of = '' }) => {
      await remove(ctx, of)
      return said.deleted
    },
  }
}
