import { sessionKey } from '#domain/session.ts'
import type { SessionFacts } from '#features/people/read-session.ts'

/** What can happen to a session (spec §4, Authentication). */
export type AuthEvent = 'signed_in' | 'signed_out' | 'token_refreshed' | 'user_updated' | 'password_recovery'
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

/** Where `storage` events of other tabs arrive: the window in a browser. */
type Events = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

const changeKey = `${sessionKey}-news`
/** Written just before a session that ended by itself is removed, so that other tabs can tell it from a sign-out. */
const endedChange = 'ended'

/**
 * What scripts may know of the signed-in user, shared by all tabs; the session itself is in an HttpOnly cookie (decisions, People). `open` may throw if the
 * browser forbids storage: then only this tab knows it.
 */
export function createAuthStore(open: () => Storage, events: Events, clock: () => number = Date.now): AuthStore {
  const listeners = new Set<(change: AuthChange) => void>()
  let inMemory: string | null = null
  let isForbidden = false
  let text: string | null = null
  let facts: SessionFacts | null = null
  /** The state that listeners were last notified of. */
  let notified: SessionFacts | null = null

  function read(): string | null {
    try {
      return isForbidden ? inMemory : open().getItem(sessionKey)
    } catch {
      return inMemory
    }
  }

  function write(next: string | null) {
    inMemory = next
    try {
      if (next === null) open().removeItem(sessionKey)
      else open().setItem(sessionKey, next)
    } catch {
      isForbidden = true
    }
  }

  function get(): SessionFacts | null {
    const stored = read()
    if (stored !== text) {
      text = stored
      facts = parseSession(stored)
    }
    return facts && Date.parse(facts.expires_at) > clock() ? facts : null
  }

  function notify(elsewhere: boolean, isEnd = false) {
    const event = eventBetween(notified, get())
    notified = get()
    if (!event) return
    const ended = isEnd && event === 'signed_out'
    for (const listener of listeners) listener({ event, elsewhere, ...(ended && { ended }) })
  }

  /** Sends a change to other tabs through a storage key, which is removed again. */
  function announce(change: string, act = () => {}) {
    try {
      open().setItem(changeKey, change)
    } catch {
      // Other tabs are not notified.
    }
    act()
    try {
      open().removeItem(changeKey)
    } catch {
      // There is nothing to remove.
    }
  }

  let isEnding = false
  const onStorage = (event: Event) => {
    const { key, newValue } = event as StorageEvent
    if (key === sessionKey || key === null) notify(true, isEnding)
    if (key === changeKey) isEnding = newValue === endedChange
    if (key === changeKey && newValue !== null && !isEnding)
      for (const listener of listeners) listener({ event: 'password_recovery', elsewhere: true })
  }

  return {
    get,
    subscribe(listener) {
      if (listeners.size === 0) {
        notified = get()
        events.addEventListener('storage', onStorage)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) events.removeEventListener('storage', onStorage)
      }
    },
    learn(next) {
      if (listeners.size === 0) notified = get()
      write(next && JSON.stringify(next))
      notify(false)
    },
    end() {
      if (read() === null) return
      if (listeners.size === 0) notified = get()
      announce(endedChange, () => write(null))
      notify(false, true)
    },
    recover() {
      for (const listener of listeners) listener({ event: 'password_recovery', elsewhere: false })
      announce(String(clock()))
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
function parseSession(text: string | null): SessionFacts | null {
  try {
    const facts = JSON.parse(text ?? 'null') as Partial<SessionFacts> | null
    const { user, name, expires_at } = Object(facts) as Partial<SessionFacts>
    return typeof user?.id === 'string' && typeof name === 'string' && typeof expires_at === 'string' ? (facts as SessionFacts) : null
  } catch {
    return null
  }
}
