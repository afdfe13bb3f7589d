import { createHash, randomUUID } from 'node:crypto'
import type { Context } from '#core/context.ts'
import { Problem } from '#domain/problem.ts'

/**
 * The id of the row that a form creates. A form carries one idempotency key for as long as it is open, so every submission names the same row: a second
 * press, or a retry after a lost response, creates nothing twice (`on conflict (id) do nothing`). The id is drawn from the key, so that a client cannot choose the id.
 */
export function idempotentId({ actor }: Pick<Context, 'actor'>, table: string, key: string | undefined): string {
  if (!key) return randomUUID()
  const hash = createHash('sha256')
    .update(JSON.stringify([table, actor.userId, key]))
    .digest('hex')
  // Version 8 of RFC 9562: made by rules of our own.
  return [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `a${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-')
}

/** The row that an earlier submission created, if it had the same contents. Problem `made_already`: newer input belongs into an update. */
export function sameAsBefore<Row extends object>(row: Row, wanted: object): Row {
  const held = new Map<string, unknown>(Object.entries(row))
  if (Object.entries(wanted).some(([column, value]) => held.get(column) !== value)) throw new Problem('made_already')
  return row
}
