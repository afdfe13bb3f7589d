import { createHash } from 'node:crypto'
import pg from 'pg'

/** Statements are few and come again and again; lists of varying length make new texts, and those must not fill the server's memory. */
const most = 300
/** Characters of a text that takes longer to plan than to carry out, parameters or none: the invariants of the books are such. */
const long = 10_000

/**
 * A connection on which PostgreSQL reads and plans each statement once: texts with parameters, and long ones, are sent under a name made from
 * the text. Texts that hold several statements cannot have one. A pooler in front has to know named statements (PgBouncer does since 1.21).
 */
export class PreparingClient extends pg.Client {
  #names = new Map<string, string>()

  // biome-ignore lint/suspicious/noExplicitAny: passes on the ways in which pg takes a query
  override query(query: any, values?: any, callback?: any): any {
    const name = nameable(query, values) && this.#nameOf(query.text)
    return super.query(name ? { ...query, name } : query, values, callback)
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#names.size >= most) return known
    const name = createHash('sha1').update(text).digest('base64url')
    this.#names.set(text, name)
    return name
  }
}

function nameable(query: unknown, values: unknown): query is { text: string } {
  if (typeof query !== 'object' || query === null || !('text' in query) || typeof query.text !== 'string') return false
  return Array.isArray(values) && (values.length > 0 || query.text.length > long) && !query.text.includes(';')
}
