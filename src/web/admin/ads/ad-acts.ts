import { changeAd } from '#features/ads/change-ad.ts'
import { createAd } from '#features/ads/create-ad.ts'
import { deleteAd } from '#features/ads/delete-ad.ts'
import { contentActs, fileSent } from '#web/admin/media/content-acts.ts'

/** Server only. */
export const adActs = contentActs({
  said: { created: 'Ad created', updated: 'Ad updated', deleted: 'Ad deleted' },
  columns: adSent,
  create: createAd,
  change: changeAd,
  remove: deleteAd,
})

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
