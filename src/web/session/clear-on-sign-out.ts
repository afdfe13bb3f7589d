import { storedValue, tab } from '#web/browser/stored-value.ts'
import type { AuthStore } from '#web/session/auth-store.ts'

/** The keys of what is typed in this tab. Only the pages of its forms read it, but every page can clear it. */
export const typedKeys = {
  account: 'account-draft',
  checkout: 'checkout-draft',
  delivery: 'checkout-delivery',
  submission: 'checkout-submission',
  message: 'viatu-chat-draft',
  conversation: 'viatu-chat',
}

const clearings = new Set<() => void>()

/** Registers what else is cleared when the user signs out. */
export function onSignOut(clear: () => void): void {
  clearings.add(clear)
}

/** The account that used this tab last. A tab may sleep, or show another site, while another one signs out. */
const tabUser = storedValue(tab, 'viatu-tab-user', { empty: '', parse: String })

/**
 * Clears what was typed in this tab and viewed on this device when the user signs out, here or in another tab, and when another user signs in: phones are
 * shared. A guest who signs in keeps what they typed. Returns a function that stops it.
 */
export function clearOnSignOut(store: Pick<AuthStore, 'get' | 'subscribe'>): () => void {
  let last = tabUser.get()
  const follow = () => {
    const next = store.get()?.user.id ?? ''
    if (last !== '' && next !== last) {
      for (const key of Object.values(typedKeys)) storedValue<null>(tab, key, { empty: null, parse: () => null }).tryWrite(null)
      for (const clear of clearings) clear()
    }
    last = next
    tabUser.tryWrite(next)
  }
  follow()
  return store.subscribe(follow)
}
