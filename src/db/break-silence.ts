import type { Socket } from 'node:net'
import type pg from 'pg'

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
