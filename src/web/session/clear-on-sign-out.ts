import { storedValue, tab } from '#web/browser/stored-value.ts'
import type { AuthStore } from '#web/session/auth-store.ts'

/** The keys of what is typed in this tab. Only the pages of its forms read it, but every page can clear it. */
export const typedKeys = { account: 'account-draft', checkout: 'checkout-draft', submission: 'checkout-submission' }

const clearings = new Set<() => void>()

/** Registers what else is cleared when the user signs out. */
export function onSignOut(clear: () => void): void {
  clearings.add(clear)
}

/**
 * Clears what was typed in this tab and viewed on this device when the user signs out, here or in another tab, and when another user signs in: phones are
 * shared. A guest who signs in keeps what they typed. Returns a function that stops it.
 */
export function clearOnSignOut(store: Pick<AuthStore, 'get' | 'subscribe'>): () => void {
  let last = store.get()?.user.id ?? null
  return store.subscribe(() => {
    const next = store.get()?.user.id ?? null
    if (last !== null && next !== last) {
      for (const key of Object.values(typedKeys)) storedValue<null>(tab, key, { empty: null, parse: () => null }).tryWrite(null)
      for (const clear of clearings) clear()
    }
    last = next
  })
}
