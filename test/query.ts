import type pg from 'pg'
import { withClient } from '#db/with-client.ts'

/** The rows of a statement, on a connection of its own. */
export function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  return withClient(url, 'test', async (client) => (await client.query<Row>(text)).rows)
}
