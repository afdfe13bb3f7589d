import { type DestinationStream, pino } from 'pino'
import type { Log } from '#core/context.ts'
import { currentLogIds } from '#core/log-ids.ts'
import { rootCause } from '#domain/problem.ts'

/** Names of fields that are redacted in every log line, at the top level and two levels below. */
const redactedFields = [
  ...['authorization', 'cookie', 'password', 'pin', 'token', 'secret', 'key', 'orderKey', 'order_key'],
  ...[
    'email',
    'phone',
    'to',
    'customerPhone',
    'customer_phone',
    'customer_email',
    'customerEmail',
    'deliveryAddress',
    'delivery_address',
    'receiver_name',
    'receiver_phone',
  ],
]

/** `to` is stdout by default. */
export function createLog(level = process.env.LOG_LEVEL ?? 'warn', to?: DestinationStream): Log {
  const redact = redactedFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])
  return pino({ level, base: null, mixin: currentLogIds, serializers: { error: faultText }, redact }, to as DestinationStream)
}

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
