import type pg from 'pg'
import { withClient } from '#db/database-connection.ts'

/** The rows of a statement, on a connection of its own. */
export function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  return withClient(url, 'test', async (client) => (await client.query<Row>(text)).rows)
}

/** The tables that contain one of the texts, in any column. */
export async function placesOf({ ownerUrl }: { ownerUrl: string }, texts: string[]): Promise<string[]> {
  const tables = await query<{ name: string }>(
    ownerUrl,
    "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'auth') order by 1",
  )
  const each = tables.flatMap(({ name }) => texts.map((text) => ({ name, text })))
  const found = await query<{ place: string }>(
    ownerUrl,
    each
      .map(({ name, text }) => `select '${name}: ${text}' as place where exists (select from ${name} t where t::text like '%${text}%')`)
      .join(' union all '),
  )
  return found.map(({ place }) => place)
}
