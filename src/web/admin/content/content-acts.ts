import { isContentType } from '#domain/promotion.ts'
import { storagePath } from '#domain/storage.ts'
import { changeAd, createAd, deleteAd } from '#features/content/ads.ts'
import { changePromotion, createPromotion, deletePromotion } from '#features/content/promotions.ts'
import type { FormSnapshot } from '#features/optimistic-lock.ts'
import type { Act } from '#web/admin/act-as-admin.ts'
import type { AdminContext } from '#web/admin/as-admin.ts'
import { changedFields, parseSnapshot } from '#web/admin/changed-fields.ts'

/** What the panel does with ads. Server only, as all that is here. */
export const adActs = contentActs({
  said: { created: 'Ad created', updated: 'Ad updated', deleted: 'Ad deleted' },
  columns: adSent,
  create: createAd,
  change: changeAd,
  remove: deleteAd,
})

export const promotionActs = contentActs({
  said: { created: 'Promotional content created', updated: 'Promotional content updated', deleted: 'Promotional content deleted' },
  columns: promotionSent,
  create: createPromotion,
  change: changePromotion,
  remove: deletePromotion,
})

interface ContentKind {
  /** What is said when something was done with it (spec §8). */
  said: { created: string; updated: string; deleted: string }
  /** The columns as its form writes them. */
  columns: (sent: Record<string, string>) => Record<string, unknown>
  create: (ctx: AdminContext, columns: unknown, key: string | undefined) => Promise<object>
  change: (ctx: AdminContext, id: string, columns: unknown, snapshot?: FormSnapshot) => Promise<object>
  remove: (ctx: AdminContext, id: string) => Promise<void>
}

/** What can be done in the list of a kind of content, and with one of it. */
function contentActs({ said, columns, create, change, remove }: ContentKind) {
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

/** An ad as its form writes it. */
function adSent(sent: Record<string, string>): Record<string, unknown> {
  const { title = '', description = '', target_url = '', promotional_content_id = '', embed_code = '' } = sent
  return {
    title,
    description: description || null,
    target_url,
    promotional_content_id: promotional_content_id || null,
    image_url: fileSent(sent, 'image_url'),
    embed_code: embed_code.replaceAll('\r\n', '\n').trim() || null,
    is_sponsored: sent.is_sponsored === 'on',
    is_active: sent.is_active === 'on',
  }
}

/** A promotion as its form writes it: text fields, empty where there is nothing. */
function promotionSent(sent: Record<string, string>): Record<string, unknown> {
  const { title = '', description = '', content_type = '' } = sent
  /** The field of the form that each type is filled in. */
  const fieldOf = { text: 'link_url', image: 'image_url', video: 'video_url' } as const
  return {
    title,
    description: description || null,
    content_type,
    content_url: isContentType(content_type) ? fileSent(sent, fieldOf[content_type]) : null,
    poster_url: content_type === 'video' ? fileSent(sent, 'poster_url') : null,
    is_active: sent.is_active === 'on',
  }
}

/** The file of a field: one that was uploaded, or the address at another site that was written in its place (media-field.tsx). */
function fileSent(sent: Record<string, string>, field: string): string | null {
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
