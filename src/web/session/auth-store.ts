import { useSyncExternalStore } from 'react'
import type { SessionFacts } from '#features/people/sessions.ts'
import { device, storedValue } from '#web/browser/stored-value.ts'

/** The key of the local storage under which pages keep the signed-in account (features/people/sessions.ts). */
export const sessionKey = 'viatu-session'

/** What can happen to a session (spec §4, Authentication). */
type AuthEvent = 'signed_in' | 'signed_out' | 'token_refreshed' | 'user_updated' | 'password_recovery'
export interface AuthChange {
  event: AuthEvent
  /** Whether it happened in another tab. */
  elsewhere: boolean
  /** For `signed_out`: the session ended by itself, without Sign Out. */
  ended?: true
}

export interface AuthStore {
  /** The signed-in user as far as this browser knows; the same object until it changes. */
  get(): SessionFacts | null
  subscribe(listener: (change: AuthChange) => void): () => void
  /** Stores what the server says about the session; null after sign-out. */
  learn(facts: SessionFacts | null): void
  /** The server has no session any more, but the user did not sign out in this browser. */
  end(): void
  /** A recovery link was opened. */
  recover(): void
}

/** Written just before a session that ended by itself is removed, so that other tabs can tell it from a sign-out. */
const endedChange = 'ended'

/** What scripts may know of the signed-in user, shared by all tabs; the session itself is in an HttpOnly cookie (decisions, People). */
export function createAuthStore(open = device.open, events = device.events, clock: () => number = Date.now): AuthStore {
  const stored = storedValue<SessionFacts | null>({ open, events }, sessionKey, { empty: null, parse: parseSession })
  /** Changes that the stored session does not show, for other tabs; each is removed again at once. */
  const news = storedValue({ open, events }, `${sessionKey}-news`, { empty: '', parse: String })
  const listeners = new Set<(change: AuthChange) => void>()
  /** The session where the browser forbids storage: then only this tab knows it. */
  let inMemory: SessionFacts | null | undefined
  /** The state that listeners were last notified of. */
  let notified: SessionFacts | null = null

  const read = () => (inMemory === undefined ? stored.get() : inMemory)

  function write(next: SessionFacts | null) {
    if (inMemory !== undefined || !stored.tryWrite(next)) inMemory = next
  }

  function get(): SessionFacts | null {
    const facts = read()
    return facts && Date.parse(facts.expires_at) > clock() ? facts : null
  }

  function notify(elsewhere: boolean, isEnd = false) {
    const event = eventBetween(notified, get())
    notified = get()
    if (!event) return
    const ended = isEnd && event === 'signed_out'
    for (const listener of listeners) listener({ event, elsewhere, ...(ended && { ended }) })
  }

  let isEnding = false
  function listenToOtherTabs() {
    const leave = [
      stored.subscribe((elsewhere) => elsewhere && notify(true, isEnding)),
      news.subscribe((elsewhere) => {
        if (!elsewhere) return
        isEnding = elsewhere.newValue === endedChange
        if (elsewhere.newValue !== null && !isEnding) for (const listener of listeners) listener({ event: 'password_recovery', elsewhere: true })
      }),
    ]
    return () => leave.map((each) => each())
  }
  let stopListening: () => void = () => {}

  return {
    get,
    subscribe(listener) {
      if (listeners.size === 0) {
        notified = get()
        stopListening = listenToOtherTabs()
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stopListening()
      }
    },
    learn(next) {
      if (listeners.size === 0) notified = get()
      write(next)
      notify(false)
    },
    end() {
      if (read() === null) return
      if (listeners.size === 0) notified = get()
      news.tryWrite(endedChange)
      write(null)
      news.tryWrite(null)
      notify(false, true)
    },
    recover() {
      for (const listener of listeners) listener({ event: 'password_recovery', elsewhere: false })
      news.tryWrite(String(clock()))
      news.tryWrite(null)
    },
  }
}

/** The event that leads from one state to the next; null if nothing changed. */
function eventBetween(before: SessionFacts | null, after: SessionFacts | null): AuthEvent | null {
  if (before === after) return null
  if (!after) return 'signed_out'
  if (before?.user.id !== after.user.id) return 'signed_in'
  const { expires_at: old, ...oldUser } = before
  const { expires_at: fresh, ...newUser } = after
  if (JSON.stringify(oldUser) !== JSON.stringify(newUser)) return 'user_updated'
  return old === fresh ? null : 'token_refreshed'
}

/** Null if the text is not a session. */
function parseSession(text: string): SessionFacts | null {
  const facts = JSON.parse(text) as Partial<SessionFacts> | null
  const { user, name, expires_at } = Object(facts) as Partial<SessionFacts>
  return typeof user?.id === 'string' && typeof name === 'string' && typeof expires_at === 'string' ? (facts as SessionFacts) : null
}

/** The one auth store of this browser. */
export const authStore = createAuthStore()

/** The signed-in user as far as this browser knows; null on the server and during hydration. */
export function useAuth(): SessionFacts | null {
  return useSyncExternalStore(authStore.subscribe, authStore.get, () => null)
}
