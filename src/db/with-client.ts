import pg from 'pg'

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
