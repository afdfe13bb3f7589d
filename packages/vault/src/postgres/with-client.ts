import pg from 'pg'

/** Runs `work` on a connection of its own, for which it waits 5 s at most, and closes it. `name` is what `pg_stat_activity` shows. */
export async function withClient<T>(connectionString: string, name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: name, connectionTimeoutMillis: 5_000 })
  // A connection that is lost between two statements ends the next one; unheard, it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
