import { rootCause } from '#domain/root-cause.ts'

/**
 * The loggable part of an error: message and stack. The query builder puts a statement with all its values into the message, which may contain a
 * buyer's name, phone and address.
 */
export function faultText(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const cause = rootCause(error)
  const code = 'code' in cause ? ` (${cause.code})` : ''
  const said = 'params' in cause ? 'a statement failed' : cause.message
  const stack = error.stack ?? ''
  const frames = stack.slice(stack.indexOf(error.message) + error.message.length)
  return `${cause.name}: ${said}${code}${frames}`
}
