import { useSyncExternalStore } from 'react'
import type { SessionFacts } from '#features/people/read-session.ts'
import { createAuthStore } from '#web/session/auth-store.ts'

/** The one auth store of this browser. */
export const authStore = createAuthStore()

/** The signed-in user as far as this browser knows; null on the server and during hydration. */
export function useAuth(): SessionFacts | null {
  return useSyncExternalStore(authStore.subscribe, authStore.get, () => null)
}
