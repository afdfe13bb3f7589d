const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Seconds: idle timeout and absolute lifetime of a session (decisions, People; promises §5, Cookies). */
export const sessionLimits = {
  user: { idleSeconds: 7 * day, absoluteSeconds: 30 * day },
  admin: { idleSeconds: 30 * minute, absoluteSeconds: 8 * hour },
} as const

/** The signed-in account as pages see it. Stored in local storage, so it holds nothing secret. */
export interface SessionFacts {
  user: { id: string }
  name: string
  is_affiliate: boolean
  is_admin: boolean
  affiliate_code: string | null
  /** An admin has paused this affiliate: their links do not count. */
  is_paused: boolean
  /** ISO 8601: the end of the absolute lifetime. */
  expires_at: string
}
export const sessionKey = 'viatu-session'
