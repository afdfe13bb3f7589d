import { adminSectionUrl } from '#web/addresses.ts'
import { aboutOf } from '#web/admin/admin-toasts.ts'

/** What every message on a clearing is about, also one that no form answers: the newest takes the place of the one before. */
export const aboutClearing = aboutOf(adminSectionUrl('data'), 'clear')
