import { isContentType } from '#domain/promotion.ts'
import { changePromotion } from '#features/promotions/change-promotion.ts'
import { createPromotion } from '#features/promotions/create-promotion.ts'
import { deletePromotion } from '#features/promotions/delete-promotion.ts'
import { contentActs, fileSent } from '#web/admin/media/content-acts.ts'

/** The field of the form that each type is filled in. */
const fieldOf = { text: 'link_url', image: 'image_url', video: 'video_url' } as const

/** Server only. */
export const promotionActs = contentActs({
  said: { created: 'Promotional content created', updated: 'Promotional content updated', deleted: 'Promotional content deleted' },
  columns: promotionSent,
  create: createPromotion,
  change: changePromotion,
  remove: deletePromotion,
})

/** A promotion as its form writes it: text fields, empty where there is nothing. */
function promotionSent(sent: Record<string, string>): Record<string, unknown> {
  const { title = '', description = '', content_type = '' } = sent
  const content_url = isContentType(content_type) ? fileSent(sent, fieldOf[content_type]) : null
  return {
    title,
    description: description || null,
    content_type,
    content_url,
    poster_url: content_type === 'video' ? fileSent(sent, 'poster_url') : null,
    is_active: sent.is_active === 'on',
  }
}
