import { topicOf } from '#web/admin/admin-toasts.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'

/** The topic of all toasts about a clearing, so that each replaces the one before. */
export const clearingTopic = topicOf(adminSectionUrl('data'), 'clear')
