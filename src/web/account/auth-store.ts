import { sessionKey } from '#domain/session.ts'
import type { SessionFacts } from '#features/people/read-session.ts'

/** What can happen to a session (spec §4, Authentication). */
export type AuthEvent = 'signed_in' | 'signed_out' | 'token_refreshed' | 'user_updated' | 'password_recovery'
export interface AuthChange {
  event: AuthEvent
  /** It happened in another tab. */
  elsewhere: boolean
  /** Of `signed_out`: the session ended by itself, without a press of Sign Out. */
  ended?: true
}

export interface AuthStore {
  /** Who is signed in as far as this browser knows; the same object as long as nothing has changed. */
  get(): SessionFacts | null
  subscribe(listener: (change: AuthChange) => void): () => void
  /** What the server says about it; null after signing out. */
  learn(facts: SessionFacts | null): void
  /** The server has no session any more, without a sign-out in this browser. */
  end(): void
  /** A recovery link was opened. */
  recover(): void
}

/** Where other tabs tell of their changes; the window in a browser. */
type Events = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

const changeKey = `${sessionKey}-news`
/** What other tabs are told there, just before a session that ended by itself is removed. */
const endedChange = 'ended'

/**
 * What the page may know of who is signed in, shared by all tabs; the session itself is in a cookie that scripts cannot read (decisions, People).
 * `open` may throw, as browsers do that forbid storage: then this tab alone knows.
 */
export function createAuthStore(open: () => Storage, events: Events, clock: () => number = Date.now): AuthStore {
  const listeners = new Set<(change: AuthChange) => void>()
  let kept: string | null = null
  let isForbidden = false
  let text: string | null = null
  let facts: SessionFacts | null = null
  /** What listeners were last told of. */
  let told: SessionFacts | null = null

  function read(): string | null {
    try {
      return isForbidden ? kept : open().getItem(sessionKey)
    } catch {
      return kept
    }
  }

  function write(next: string | null) {
    kept = next
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

  function tell(elsewhere: boolean, isEnd = false) {
    const event = eventBetween(told, get())
    told = get()
    if (!event) return
    const ended = isEnd && event === 'signed_out'
    for (const listener of listeners) listener({ event, elsewhere, ...(ended && { ended }) })
  }

  /** Other tabs hear it, and nothing of it stays. */
  function announce(change: string, act = () => {}) {
    try {
      open().setItem(changeKey, change)
    } catch {
      // Then other tabs do not hear of it.
    }
    act()
    try {
      open().removeItem(changeKey)
    } catch {
      // It was not written.
    }
  }

  let isEnding = false
  const heard = (event: Event) => {
    const { key, newValue } = event as StorageEvent
    if (key === sessionKey || key === null) tell(true, isEnding)
    if (key === changeKey) isEnding = newValue === endedChange
    if (key === changeKey && newValue !== null && !isEnding)
      for (const listener of listeners) listener({ event: 'password_recovery', elsewhere: true })
  }

  return {
    get,
    subscribe(listener) {
      if (listeners.size === 0) {
        told = get()
        events.addEventListener('storage', heard)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) events.removeEventListener('storage', heard)
      }
    },
    learn(next) {
      if (listeners.size === 0) told = get()
      write(next && JSON.stringify(next))
      tell(false)
    },
    end() {
      if (read() === null) return
      if (listeners.size === 0) told = get()
      announce(endedChange, () => write(null))
      tell(false, true)
    },
    recover() {
      for (const listener of listeners) listener({ event: 'password_recovery', elsewhere: false })
      announce(String(clock()))
    },
  }
}

/** What one state after the other means, or null when nothing happened. */
function eventBetween(before: SessionFacts | null, after: SessionFacts | null): AuthEvent | null {
  if (before === after) return null
  if (!after) return 'signed_out'
  if (before?.user.id !== after.user.id) return 'signed_in'
  const { expires_at: old, ...person } = before
  const { expires_at: fresh, ...same } = after
  if (JSON.stringify(person) !== JSON.stringify(same)) return 'user_updated'
  return old === fresh ? null : 'token_refreshed'
}

/** Null for what is no session: anybody may write into a browser's storage. */
function parseSession(text: string | null): SessionFacts | null {
  try {
    const facts = JSON.parse(text ?? 'null') as Partial<SessionFacts> | null
    const { user, name, expires_at } = Object(facts) as Partial<SessionFacts>
    return typeof user?.id === 'string' && typeof name === 'string' && typeof expires_at === 'string' ? (facts as SessionFacts) : null
  } catch {
    return null
  }
}
