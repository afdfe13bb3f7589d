import { createHash } from 'node:crypto'
import pg from 'pg'
import { breakSilence } from '#db/break-silence.ts'

/** Maximum prepared statements of a connection. The shop's statements are few, but lists of varying length produce new texts, which must not fill the server's memory. */
const maxStatements = 300
/** Characters from which a statement is prepared even without parameters, because planning them takes longest (the check of the books). */
const long = 300

/**
 * A connection that prepares each statement once: texts with parameters, and long ones, are sent with a statement name made from the text. Texts with
 * several statements cannot have one. Not used through a pooler (client.ts), whose next statement may meet another connection.
 */
export class PreparingClient extends pg.Client {
  #names = new Map<string, string>()
  #heed: ((text: string) => void) | undefined

  // biome-ignore lint/suspicious/noExplicitAny: forwards all of pg's overloads
  override query(query: any, values?: any, callback?: any): any {
    // Not before the first statement: the socket is another one once TLS is spoken.
    this.#heed ??= breakSilence(this)
    this.#heed(typeof query === 'string' ? query : (query.text ?? ''))
    const name = nameable(query, values) && this.#nameOf(query.text)
    return super.query(name ? { ...query, name } : query, values, callback)
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#names.size >= maxStatements) return known
    const name = createHash('sha1').update(text).digest('base64url')
    this.#names.set(text, name)
    return name
  }
}

function nameable(query: unknown, values: unknown): query is { text: string } {
  if (typeof query !== 'object' || query === null || !('text' in query) || typeof query.text !== 'string') return false
  return Array.isArray(values) && (values.length > 0 || query.text.length > long) && !query.text.includes(';')
}
