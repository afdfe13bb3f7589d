/** PostgreSQL's error, unwrapped from the query builder's errors. */
interface DatabaseRefusal {
  code: string
  constraint: string | undefined
}

/** PostgreSQL's error inside an error, or null when it is of another kind. Codes: PostgreSQL, appendix A; each has a digit, and Node's `EPIPE` has none. */
export function refusalOf(error: unknown): DatabaseRefusal | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(cause.code)) {
      return { code: cause.code, constraint: 'constraint' in cause && typeof cause.constraint === 'string' ? cause.constraint : undefined }
    }
  }
  return null
}

export function violates(error: unknown, constraint: string): boolean {
  return refusalOf(error)?.constraint === constraint
}

/** A migration changed the result type of a prepared statement ("cached plan must not change result type"); no other statement of ours raises this code. */
export function isStalePlan(error: unknown): boolean {
  return refusalOf(error)?.code === '0A000'
}

/** Deadlock, serialisation failure; lock, statement, idle or transaction timeout; a stale plan: a retry may succeed. */
export function isTransient(error: unknown): boolean {
  return isStalePlan(error) || ['40001', '40P01', '55P03', '57014', '25P03', '25P04'].includes(refusalOf(error)?.code ?? '')
}

/** The database's disk is full: every write fails until space is freed. */
export function isDiskFull(error: unknown): boolean {
  return refusalOf(error)?.code === '53100'
}

/** The database cannot be reached, is starting, has no free connection, or what answers is not PostgreSQL. */
export function isUnavailable(error: unknown): boolean {
  const code = refusalOf(error)?.code
  if (code) return code.startsWith('08') || code.startsWith('57P') || code === '53300'
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (
      /timeout exceeded when trying to connect|Connection terminated|not queryable|received invalid response|ECONNREFUSED|ECONNRESET/.test(
        cause.message,
      )
    )
      return true
    if ('code' in cause && (cause.code === 'ECONNREFUSED' || cause.code === 'ECONNRESET')) return true
  }
  return false
}
