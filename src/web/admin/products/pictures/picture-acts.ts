import { changeImage } from '#features/catalogue/change-image.ts'
import { deleteImage } from '#features/catalogue/delete-image.ts'
import type { Act } from '#web/admin/act-as-admin.ts'

/** The form actions for stored pictures. Server only. */
export const pictureActs: Record<string, Act> = {
  'picture-place': async (ctx, { id = '', display_order = '' }) => {
    await changeImage(ctx, id, { display_order: /^\d{1,3}$/.test(display_order) ? Number(display_order) : display_order })
    return { title: 'Picture moved', isQuiet: true }
  },
  'picture-primary': async (ctx, { id = '' }) => {
    await changeImage(ctx, id, { is_primary: true })
    return { title: 'Primary picture changed' }
  },
  'picture-text': async (ctx, { id = '', alt_text = '' }) => {
    await changeImage(ctx, id, { alt_text })
    return { title: 'Text saved' }
  },
  'picture-delete': async (ctx, { id = '' }) => {
    await deleteImage(ctx, id)
    return { title: 'Picture deleted' }
  },
}
