import { forgetCategories } from '#features/catalogue/read-categories.ts'
import { forgetDeliveryTerms } from '#features/delivery/read-terms.ts'

/** Forgets what this process keeps of what has changed: `key` is one of web/page-keys.ts, or empty where anything may have. */
export function forgetKept(key: string): void {
  if (key === '' || key === 'delivery') forgetDeliveryTerms()
  if (key === '') forgetCategories()
}
