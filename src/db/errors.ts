/** What PostgreSQL said no with, looked for through the wrappers that the query builder puts around it. */
export interface DatabaseRefusal {
  code: string
  constraint: string | undefined
}

/** The refusal inside an error, or null when it is some other error. Codes: PostgreSQL, appendix A. */
export function refusalOf(error: unknown): DatabaseRefusal | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)) {
      return { code: cause.code, constraint: 'constraint' in cause && typeof cause.constraint === 'string' ? cause.constraint : undefined }
    }
  }
  return null
}

export function violates(error: unknown, constraint: string): boolean {
  return refusalOf(error)?.constraint === constraint
}

/** A migration changed what a prepared statement answers ("cached plan must not change result type"); nothing else of ours is unsupported. */
export function isStalePlan(error: unknown): boolean {
  return refusalOf(error)?.code === '0A000'
}

/** Deadlock, serialisation failure; lock, statement, idle or transaction time-out; a stale plan: the same work may succeed when tried again. */
export function isTransient(error: unknown): boolean {
  return isStalePlan(error) || ['40001', '40P01', '55P03', '57014', '25P03', '25P04'].includes(refusalOf(error)?.code ?? '')
}

/** No room is left where the database keeps its files: every write fails until space is freed. */
export function isDiskFull(error: unknown): boolean {
  return refusalOf(error)?.code === '53100'
}

/** The database is away, starting or full: nothing to do with the request. */
export function isUnavailable(error: unknown): boolean {
  const code = refusalOf(error)?.code
  if (code) return code.startsWith('08') || code.startsWith('57P') || code === '53300'
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (/timeout exceeded when trying to connect|Connection terminated|not queryable|ECONNREFUSED|ECONNRESET/.test(cause.message)) return true
    if ('code' in cause && (cause.code === 'ECONNREFUSED' || cause.code === 'ECONNRESET')) return true
  }
  return false
}
