const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** How long a session lives when nobody uses it, and at most (decisions, People; promises §5, Cookies). */
export const sessionLimits = {
  user: { idleSeconds: 7 * day, absoluteSeconds: 30 * day },
  admin: { idleSeconds: 30 * minute, absoluteSeconds: 8 * hour },
} as const

/** What a page may know of who is signed in; kept in local storage, so nothing secret. */
export interface SessionFacts {
  user: { id: string }
  name: string
  is_affiliate: boolean
  is_admin: boolean
  affiliate_code: string | null
  /** Their links rest. */
  is_paused: boolean
  /** ISO 8601; when it ends however much it is used. */
  expires_at: string
}
export const sessionKey = 'viatu-session'
