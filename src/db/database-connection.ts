import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import pg from 'pg'

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

/** The server ends the shop's statements itself after five seconds (db/client.ts): where nothing is heard two seconds later, it stands still or cannot be reached. */
const usualMs = 7_000
const graceMs = 2_000

/**
 * Breaks an open connection whose server says nothing while a statement waits, for which TCP alone would wait for minutes: the statement fails as on any lost
 * connection, and the pool opens a new one. The answer gets the text of each statement before it is sent, since a transaction may be given longer.
 */
export function breakSilence(client: pg.Client, silenceMs = usualMs): (text: string) => void {
  const inside = client as unknown as Inside
  const { stream } = inside.connection
  stream.setTimeout(silenceMs)
  stream.on('timeout', () => {
    if (!inside.readyForQuery) stream.destroy(new Error('Connection terminated: the database said nothing'))
  })
  return (text) => {
    const [, count, unit] = /set local statement_timeout = '(\d+)(s|min)'/.exec(text) ?? []
    if (count !== undefined) stream.setTimeout(Number(count) * (unit === 's' ? 1_000 : 60_000) + graceMs)
    else if (/^(commit|rollback)$/i.test(text)) stream.setTimeout(silenceMs)
  }
}

/** What pg's types leave out. */
interface Inside {
  connection: { stream: Socket }
  /** False while a statement waits for its answer. */
  readyForQuery: boolean
}

/** Calls `lost` once for each connection of the pool that breaks, idle or in use; the pool opens a new one. Without listeners a restarted database would end the process. */
export function onLostConnection(pool: pg.Pool, lost: (error: Error) => void) {
  pool.on('connect', (client) => {
    client.once('error', lost)
    // Of one loss pg tells up to three times: what the server said, that its socket is closed, and, where it was idle, once more by the pool.
    client.on('error', () => {})
  })
  pool.on('error', () => {})
}

/** Runs `work` on a connection outside the pools, for which it waits 5 s at most, and closes it: what was not committed is rolled back. `name` is what `pg_stat_activity` shows; `options` are settings as on PostgreSQL's command line. */
export async function withClient<T>(connectionString: string, name: string, work: (client: pg.Client) => Promise<T>, options?: string): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: name, connectionTimeoutMillis: 5_000, ...(options && { options }) })
  // A connection that is lost between two statements ends the next one; unheard, it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Marks the text of a statement whose best plan depends on its parameters, such as a very common or a very rare name: it is then sent without a
 * statement name (`PreparingClient`), so it has no prepared plan and is planned for its own parameters each time.
 */
export const withoutPreparedPlan = sql.raw('/* ; planned anew */')
