/** The innermost cause: the query builder's own errors say which statement failed, with all its values, and not why. */
export function rootCause(error: Error): Error {
  let cause = error
  while (cause.cause instanceof Error) cause = cause.cause
  return cause
}
