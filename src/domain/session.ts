const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Seconds: idle timeout and absolute lifetime of a session (decisions, People; promises §5, Cookies). */
export const sessionLimits = {
  user: { idleSeconds: 7 * day, absoluteSeconds: 30 * day },
  admin: { idleSeconds: 30 * minute, absoluteSeconds: 8 * hour },
} as const

/** The key of the local storage under which pages keep the signed-in account (features/people/read-session.ts). */
export const sessionKey = 'viatu-session'
