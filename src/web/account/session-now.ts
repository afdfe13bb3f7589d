import { useSyncExternalStore } from 'react'
import type { SessionFacts } from '#domain/session.ts'
import { createSessionStore } from '#web/account/session-store.ts'

/** The browser's one store. */
export const sessionStore = createSessionStore(() => localStorage, globalThis)

/** Who is signed in, as far as this browser knows; null on the server and while the page is being taken over. */
export function useSession(): SessionFacts | null {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.get, () => null)
}
