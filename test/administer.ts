import pg from 'pg'

/** Runs a statement on the database `postgres`, to create test databases. One at a time, because a template must have no other session. */
export async function administer(ownerUrl: string, statement: string) {
  const client = new pg.Client({ connectionString: ownerUrl.replace('DATABASE', 'postgres') })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(7214003)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
