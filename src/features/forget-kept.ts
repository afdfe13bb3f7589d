import { forgetCategories } from '#features/catalogue/read-categories.ts'
import { forgetDeliveryTerms } from '#features/delivery/read-terms.ts'

/**
 * Forgets what this process keeps of what has changed: `key` is one of web/page.ts, or empty where anything may have. Once more when no request is under way,
 * and no replica behind, that can have read what was before.
 */
export function forgetKept(key: string): void {
  forget(key)
  setTimeout(() => forget(key), 2_000).unref()
}

function forget(key: string): void {
  if (key === '' || key === 'delivery') forgetDeliveryTerms()
  if (key === '') forgetCategories()
}
