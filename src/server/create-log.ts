import { type DestinationStream, pino } from 'pino'
import type { Log } from '#features/context.ts'
import { currentLogIds } from '#features/log-ids.ts'
import { faultText } from '#server/fault-text.ts'

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
